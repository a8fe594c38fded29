import type { NewMap } from '@maps/shared/map'

/** The architecture of a small online shop: what `npm start` shows first. */
export const demoMap = {
  name: 'Tea shop',
  isPublic: false,
  nodes: [
    { id: 'web', label: 'Storefront', tech: 'Next.js on Vercel', spend: 320, billing: ['seat', 'usage'] },
    { id: 'app', label: 'Mobile app', tech: 'React Native', spend: 99, billing: ['flat'] },
    { id: 'cdn', label: 'CDN', tech: 'Cloudflare', spend: 240, billing: ['flat', 'usage'] },
    { id: 'api', label: 'Shop API', tech: 'Node.js on Fargate', spend: 2_450, billing: ['usage'] },
    { id: 'auth', label: 'Sign-in', tech: 'Auth0', spend: 1_150, billing: ['usage'] },
    { id: 'orders', label: 'Orders', tech: 'PostgreSQL', spend: 1_890, billing: ['usage'] },
    { id: 'search', label: 'Search', tech: 'Elasticsearch', spend: 1_320, currency: 'EUR', billing: ['usage'] },
    { id: 'pay', label: 'Payments', tech: 'Stripe', spend: 3_600, billing: ['usage'] },
    { id: 'queue', label: 'Events', tech: 'Redis Streams', spend: 410, billing: ['usage'] },
    { id: 'mail', label: 'E-mail', tech: 'Postmark', spend: 85, billing: ['usage'] },
    {
      id: 'stock',
      label: 'Warehouse',
      tech: 'SAP Business One',
      spend: 780,
      currency: 'GBP',
      billing: ['seat', 'team'],
    },
    { id: 'bi', label: 'Analytics', tech: 'BigQuery', spend: 128_000, currency: 'JPY', billing: ['usage'] },
  ],
  edges: [
    { source: 'web', target: 'cdn', label: 'pages', color: '#0ea5e9' },
    { source: 'app', target: 'api', label: 'GraphQL', labelFont: 'mono' },
    { source: 'cdn', target: 'api', label: 'cache misses', dashed: true },
    { source: 'api', target: 'auth', label: 'OpenID Connect', line: 'smoothstep', arrow: 'both' },
    { source: 'api', target: 'orders', label: 'SQL', color: 'rgb(22, 163, 74)', labelFont: 'mono', arrow: 'both' },
    { source: 'api', target: 'search', label: 'queries', labelFont: 'sans' },
    { source: 'api', target: 'pay', label: 'checkout', color: 'tomato', dotColor: 'gold', labelSize: 14 },
    { source: 'api', target: 'queue', label: 'order placed', color: 'hsl(262, 83%, 58%)' },
    { source: 'queue', target: 'mail', label: 'receipts', line: 'step' },
    { source: 'queue', target: 'bi', label: 'nightly', dashed: true, animated: false, labelColor: 'slategray' },
    { source: 'pay', target: 'queue', label: 'webhooks', line: 'step', dashed: true },
    { source: 'queue', target: 'search', label: 'stock levels', line: 'straight', animated: false },
    { source: 'queue', target: 'stock', label: 'picking lists', line: 'smoothstep', labelFont: 'sans' },
  ],
} satisfies NewMap
