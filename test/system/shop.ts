import type { NewMap } from '@maps/shared/map'

/** A map that sets every field at least once. */
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
