import type { NewMap } from '@maps/shared/map'

/** A map in which each field is set at least once. */
export const shop = {
  name: 'Web shop',
  nodes: [
    { id: 'web', label: 'Storefront', tech: 'Next.js', spend: 420, billing: ['seat', 'usage'], x: 0, y: 0 },
    { id: 'api', label: 'Orders API', tech: 'Go', spend: 1_250.5, currency: 'EUR', billing: ['flat'], x: 320, y: 40.5 },
    { id: 'db', label: 'Orders DB', tech: 'PostgreSQL', spend: 2_400, currency: 'USD', x: 640, y: 0 },
  ],
  edges: [
    { source: 'web', target: 'api', label: 'places orders', labelColor: 'tomato', labelSize: 12, labelFont: 'sans' },
    { source: 'api', target: 'db', line: 'step', arrow: 'both', color: '#336699', dashed: true, animated: false },
    { source: 'api', target: 'mail', dotColor: 'hsl(120 50% 40%)' },
  ],
} satisfies Partial<NewMap>

/** A map whose numbers, texts and field order a conversion easily changes. */
export const hardMap = {
  name: ' 支付 "👩‍👩‍👧"\n\u2028',
  nodes: [
    { id: 'ä', label: '', tech: '\u0001\u007f', spend: 0.1, currency: 'JPY', billing: [], x: -1.5e-7, y: 1e21 },
    { y: 2, spend: 9_007_199_254_740_993, id: '🦊', x: 1 },
  ],
  edges: [
    { source: '🦊', target: 'nobody', line: 'step', label: '</svg>', labelColor: 'HSL(1 2% 3%)', labelSize: 6.25 },
    { dashed: true, target: 'ä', arrow: 'none', color: '#FFF', dotColor: 'tomato', animated: false, source: 'ä' },
  ],
} satisfies Partial<NewMap>
