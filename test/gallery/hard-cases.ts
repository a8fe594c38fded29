import { type Architecture, at, edge, fanOut } from './notation.ts'
import { randomMap } from './random-map.ts'

const lines = ['bezier', 'smoothstep', 'step', 'straight'] as const

function generate<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, index) => make(index))
}

function numberedNodes(length: number, noun: string): { id: string; label: string }[] {
  return generate(length, (it) => ({ id: `${noun}-${it + 1}`, label: `${noun} ${it + 1}` }))
}

function numberedIds(length: number, noun: string): string[] {
  return numberedNodes(length, noun).map((it) => it.id)
}

const none: Architecture = { name: 'Nothing yet', nodes: [], edges: [] }

const one: Architecture = { name: 'One service', nodes: [{ id: 'api', label: 'API', tech: 'Node.js' }], edges: [] }

const loops: Architecture = {
  name: 'One service that calls itself, and others',
  nodes: [
    { id: 'api', label: 'API', tech: 'Node.js', spend: 120 },
    { id: 'scheduler', label: 'Scheduler' },
    { id: 'worker', label: 'Worker' },
  ],
  edges: [
    edge('scheduler', 'api', 'tick'),
    edge('scheduler', 'scheduler', 'poll'),
    edge('api', 'worker', 'start', { arrow: 'both' }),
    edge('api', 'worker', 'stop'),
    edge('worker', 'api', 'done', { dashed: true }),
    edge('api', 'api', 'retries'),
    edge('api', 'api', 'cache refresh', { dashed: true, line: 'smoothstep' }),
    edge('api', 'api', 'health check', { line: 'step', arrow: 'both' }),
    edge('api', 'api', '', { line: 'straight', color: 'tomato' }),
  ],
}

const parallel: Architecture = {
  name: 'Five there and three back',
  nodes: [
    { id: 'shop', label: 'Shop', tech: 'Rails', ...at(0, 0) },
    { id: 'bank', label: 'Bank', tech: 'COBOL', ...at(2, 0) },
  ],
  edges: [
    ...['authorise', 'capture', 'refund', 'payout', 'report'].map((it, index) =>
      edge('shop', 'bank', it, { line: lines[index % lines.length] ?? 'bezier' }),
    ),
    ...['webhook', 'statement', 'dispute'].map((it) => edge('bank', 'shop', it, { dashed: true })),
  ],
}

const oneSpot: Architecture = {
  name: 'All on one spot',
  nodes: ['web', 'api', 'jobs', 'db', 'cache'].map((id) => ({ id, label: id, x: 400, y: 300 })),
  edges: [edge('web', 'api'), ...fanOut('api', ['db', 'cache', 'jobs']), edge('jobs', 'db')],
}

const unitSquare: Architecture = {
  name: 'Positions between 0 and 1',
  nodes: [
    { id: 'lb', label: 'Load balancer', tech: 'HAProxy', x: 0.5, y: 0.02 },
    { id: 'web', label: 'Web', tech: 'Rails', x: 0.12, y: 0.41 },
    { id: 'api', label: 'API', tech: 'Go', x: 0.55, y: 0.44 },
    { id: 'db', label: 'Database', tech: 'PostgreSQL', spend: 350, x: 0.31, y: 0.93 },
    { id: 'cache', label: 'Cache', tech: 'Redis', x: 0.97, y: 0.9 },
  ],
  edges: [...fanOut('lb', ['web', 'api'], 'HTTP'), ...fanOut('api', ['db', 'cache']), edge('web', 'db', 'SQL')],
}

const farApart: Architecture = {
  name: 'From one end of the number line to the other',
  nodes: [
    { id: 'west', label: 'West', x: -1e308, y: 0 },
    { id: 'home', label: 'Home', x: 0, y: 0 },
    { id: 'next', label: 'Next door', x: 260, y: 0 },
    { id: 'east', label: 'East', x: 1e308, y: 1e308 },
  ],
  edges: [edge('west', 'home'), edge('home', 'next'), edge('next', 'east')],
}

const ghosts: Architecture = {
  name: 'Edges to services that are gone',
  nodes: [
    { id: 'api', label: 'API', tech: 'Go', ...at(0, 0) },
    { id: 'db', label: 'Database', tech: 'PostgreSQL', ...at(1.2, 0) },
  ],
  edges: [
    edge('api', 'db', 'SQL'),
    edge('api', 'legacy-billing', 'SOAP', { dashed: true }),
    edge('mainframe', 'db', 'nightly'),
    edge('pigeon', 'post-office', 'RFC 1149'),
  ],
}

const longLabel =
  'Every order that was paid, packed or sent back since midnight, with its customer, in batches of 500, over mutual TLS'

const loudLabels: Architecture = {
  name: 'Labels of 120 characters at size 48',
  nodes: [
    { id: 'orders', label: 'Orders' },
    { id: 'stock', label: 'Stock' },
    { id: 'reports', label: 'Reports' },
  ],
  edges: [
    edge('orders', 'stock', longLabel.padEnd(120, '.'), { labelSize: 48 }),
    edge('stock', 'reports', longLabel.padEnd(120, '!'), { labelSize: 48, labelFont: 'mono' }),
    edge('orders', 'reports', 'small', { labelSize: 6 }),
  ],
}

const longTexts: Architecture = {
  name: `${'Longest name that a map can have '.repeat(6)}!!`,
  nodes: [
    {
      id: 'solid',
      label: 'x'.repeat(500),
      tech: 'y'.repeat(500),
      spend: 1e12,
      billing: ['seat', 'team', 'usage', 'flat'],
    },
    { id: 'words', label: 'Customer data warehouse '.repeat(20), tech: 'Snowflake and dbt '.repeat(27) },
    {
      id: 'cjk',
      label: '顧客データ分析基盤'.repeat(50),
      tech: '数据仓库'.repeat(100),
      spend: -4200.55,
      currency: 'JPY',
    },
    { id: 'emoji', label: '👩‍👩‍👧‍👦'.repeat(60), tech: '🏳️‍🌈👩🏽‍💻'.repeat(40) },
    { id: 'rtl', label: 'خدمة الدفع '.repeat(40), tech: 'שירות תשלומים '.repeat(30) },
    { id: 'i'.repeat(200) },
  ],
  edges: [
    edge('solid', 'words', 'z'.repeat(120)),
    edge('words', 'cjk', '漢'.repeat(120)),
    edge('cjk', 'emoji', '👨‍👩‍👧‍👦'.repeat(10)),
    edge('emoji', 'rtl', 'رسائل '.repeat(20)),
    edge('rtl', 'i'.repeat(200)),
  ],
}

const bare: Architecture = {
  name: 'Nothing but ids',
  nodes: ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({ id })),
  edges: ['ab', 'ac', 'bd', 'cd', 'de', 'ef', 'fa'].map(([source = '', target = '']) => edge(source, target)),
}

const star: Architecture = {
  name: 'A hub with 40 leaves',
  nodes: [{ id: 'hub', label: 'Message broker', tech: 'RabbitMQ' }, ...numberedNodes(40, 'consumer')],
  edges: fanOut('hub', numberedIds(40, 'consumer')),
}

const chain: Architecture = {
  name: 'A chain of 30',
  nodes: numberedNodes(30, 'step'),
  edges: generate(29, (it) => edge(`step-${it + 1}`, `step-${it + 2}`, it % 5 === 0 ? 'next' : '')),
}

const full: Architecture = {
  name: 'Everybody knows everybody',
  nodes: numberedNodes(12, 'peer'),
  edges: generate(12, (it) => fanOut(`peer-${it + 1}`, numberedIds(12, 'peer').slice(it + 1))).flat(),
}

const islands: Architecture = {
  name: 'Two systems and three loners',
  nodes: [...numberedNodes(5, 'shop'), ...numberedNodes(5, 'office'), ...numberedNodes(3, 'loner')],
  edges: ['shop', 'office'].flatMap((it) => [
    ...fanOut(`${it}-1`, [`${it}-2`, `${it}-3`], 'HTTP'),
    ...fanOut(`${it}-3`, [`${it}-4`, `${it}-5`], 'SQL'),
  ]),
}

const tree: Architecture = {
  name: 'A deep tree',
  nodes: numberedNodes(31, 'branch'),
  edges: generate(30, (it) => edge(`branch-${Math.floor(it / 2) + 1}`, `branch-${it + 2}`)),
}

const teams = [
  'billing',
  'users',
  'orders',
  'search',
  'payments',
  'catalog',
  'cart',
  'shipping',
  'returns',
  'reviews',
  'ads',
  'audit',
]

/** A large map, most of whose stores have one connection. */
export const ownStores: Architecture = {
  name: 'A store for each service',
  nodes: [
    { id: 'web', label: 'Web shop', tech: 'Next.js' },
    { id: 'gateway', label: 'API gateway', tech: 'Kong', spend: 300 },
    ...teams.flatMap((name, index) => [
      { id: name, label: name, tech: ['Go', 'Kotlin', 'Node.js'][index % 3] ?? 'Go' },
      {
        id: `${name}-db`,
        tech: ['PostgreSQL 16', 'MySQL', 'MongoDB'][index % 3] ?? '',
        ...(index % 2 && { spend: 40 * index }),
      },
    ]),
    { id: 'sessions', tech: 'Redis' },
    { id: 'events', label: 'Events', tech: 'Kafka' },
  ],
  edges: [
    edge('web', 'gateway', 'HTTPS'),
    ...fanOut('gateway', teams.slice(0, 7)),
    ...teams.slice(7).map((it, index) => edge(teams[index]!, it, 'calls')),
    ...teams.map((it, index) => edge(it, `${it}-db`, index % 4 === 0 ? 'reads and writes' : '')),
    edge('users', 'sessions'),
    ...['orders', 'payments', 'shipping', 'audit'].map((it) => edge(it, 'events', '', { dashed: true })),
  ],
}

const bipartite: Architecture = {
  name: 'Ten services on ten stores',
  nodes: [...numberedNodes(10, 'service'), ...numberedNodes(10, 'store')],
  edges: generate(10, (it) => fanOut(`service-${it + 1}`, numberedIds(10, 'store'))).flat(),
}

/** Extreme maps, as every public service receives them, by picture name. */
export const hardCases: Record<string, Architecture> = {
  none,
  one,
  loops,
  parallel,
  'one-spot': oneSpot,
  'unit-square': unitSquare,
  'far-apart': farApart,
  ghosts,
  'loud-labels': loudLabels,
  'long-texts': longTexts,
  bare,
  star,
  chain,
  full,
  islands,
  tree,
  bipartite,
  'own-stores': ownStores,
  'random-100': randomMap(100, false),
  'random-500': randomMap(500, false),
  'grid-500': randomMap(500, true),
}
