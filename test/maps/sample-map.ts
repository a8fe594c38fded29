import { type ArchitectureMap, type MapEdge, type MapNode, mapSchema } from '@maps/shared/map'
import { billingKinds, currencies } from '@maps/shared/map-values'

/** A base URL of the API for exports in tests. */
export const apiUrl = 'https://maps.example.com/api/v1'

/** A map with these nodes and edges, as the store returns it. */
export function mapOf(nodes: MapNode[], edges: MapEdge[] = [], name = 'Shop'): ArchitectureMap {
  return mapSchema.parse({
    id: '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90',
    workspaceId: '0198b2f0-0000-7000-8000-00000000ac3e',
    name,
    isPublic: false,
    nodes,
    edges,
    createdAt: '2026-02-27T09:00:00.000Z',
    updatedAt: '2026-03-01T14:05:59.123Z',
  })
}

/** A map with an example of everything that the text formats show. */
export function shopMap(): ArchitectureMap {
  return mapOf(
    [
      { id: 'web', label: 'Storefront', tech: 'Next.js 16', spend: 2400, billing: ['flat'], x: 0, y: 0 },
      { id: 'api', label: 'Checkout API', tech: 'Go, R&D team', spend: 800, billing: ['team', 'usage'], x: 240, y: 0 },
      { id: 'db', label: 'Orders', tech: 'PostgreSQL 18', spend: 12000 },
      { id: 'cache-1', label: 'Cache', tech: 'Redis', spend: 49.9, currency: 'USD' },
      { id: 'cache-2', label: 'Cache', tech: 'Memcached', spend: 1200, currency: 'EUR', billing: ['usage'] },
      { id: 'mail', label: 'post@shop.example', tech: 'smtp://mail', spend: 120000, currency: 'JPY' },
      { id: 'search', tech: '', spend: 0 },
      { id: 'files', label: 'Files *new* <b> [v2]', tech: '@docs/secrets.md # `rm`', currency: 'CHF', spend: 1250 },
      { id: 'i18n', label: 'Übersetzung 翻訳 ترجمة 👩‍💻', tech: 'two\nlines\u202e and\u200b more' },
    ],
    [
      { source: 'web', target: 'api', label: 'checkout', arrow: 'both' },
      { source: 'api', target: 'db', line: 'step', dashed: true, color: '#ff0000' },
      { source: 'api', target: 'cache-1' },
      { source: 'web', target: 'cache-2', arrow: 'none', animated: false },
      { source: 'api', target: 'api', label: 'retries' },
      { source: 'api', target: 'payment-provider', label: 'https://pay.example/v1', dashed: true, arrow: 'none' },
      { source: 'files', target: 'search', label: '**bold** & &amp; $x$', dashed: true, arrow: 'both' },
    ],
    'Shop & Co: #1 architecture',
  )
}

/** A map with texts of the maximum length. @param letter the letter that fills all texts */
export function largeMap(nodeCount: number, edgeCount: number, letter = '文'): ArchitectureMap {
  const nodes = Array.from({ length: nodeCount }, (_, index) => ({
    id: `${letter.repeat(190)}${index}`,
    label: `${letter.repeat(490)} ${index}`,
    tech: letter.repeat(500),
    spend: index,
    currency: currencies[index % currencies.length] ?? 'USD',
    billing: [...billingKinds],
  }))
  const edges = Array.from({ length: edgeCount }, (_, index) => ({
    source: nodes[index % nodeCount]?.id ?? 'nobody',
    target: nodes[(index * 7) % nodeCount]?.id ?? 'nobody',
    label: letter.repeat(120),
  }))
  return mapOf(nodes, edges, letter.repeat(200))
}
