import escapeHtml from 'escape-html'
import type { MapEdge, MapNode } from '@maps/shared/map'
import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { StoredMap } from '../store/stored-map.ts'

/** What a page tells in words at most: it stays below a megabyte for the largest map, and its picture shows the rest. */
const MAX_SERVICES = 400
const MAX_CONNECTIONS = 1_000
const MAX_CONNECTIONS_PER_SERVICE = 25
const MAX_NAME_LENGTH = 60
const MAX_CACHED_BYTES = 16 * 1024 ** 2

const style = `
  :root { color-scheme: light dark; --text: #1e293b; --faint: #64748b; --back: #f8fafc; --card: #fff; --line: #e2e8f0 }
  @media (prefers-color-scheme: dark) { :root { --text: #e2e8f0; --faint: #94a3b8; --back: #0f172a; --card: #1e293b; --line: #334155 } }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 2rem 1rem; color: var(--text); background: var(--back) }
  h1 { margin: 0; overflow-wrap: anywhere } h2 { margin: 2rem 0 .5rem } small, .more { color: var(--faint) }
  img { display: block; max-width: 100%; height: auto; margin: 1rem 0; border-radius: 12px; box-shadow: 0 1px 4px #0f172a26 }
  dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: .75rem; margin: 0 }
  dl > div { padding: .75rem 1rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-wrap: anywhere }
  dt { font-weight: 600 } dt small { display: block; font-weight: 400 } dd { margin: .25rem 0 0 }`

export interface SharePage {
  html: string
  /** A strong ETag. */
  tag: string
}

/** Makes the pages of public maps, and keeps those of the versions last asked for. */
export function createSharePages(): (map: StoredMap) => SharePage {
  const pages = new LRUCache<string, SharePage>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ html }) => 2 * html.length,
  })
  return (map) => {
    const key = `${map.id} ${map.version}`
    const known = pages.get(key)
    if (known) return known
    const html = sharePage(map)
    const page = { html, tag: `"${hash('sha256', html)}"` }
    pages.set(key, page)
    return page
  }
}

/** A public map as a page: its picture, and the same in words for readers who cannot see it. */
export function sharePage(map: StoredMap): string {
  const nodes = JSON.parse(map.nodes) as MapNode[]
  const edges = JSON.parse(map.edges) as MapEdge[]
  const name = escapeHtml(map.name)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<style>${style}</style>
<h1>${name}</h1>
<small>${count(nodes.length, 'service')}, ${count(edges.length, 'connection')} · updated ${map.updatedAt.toISOString().slice(0, 10)}</small>
<a href="${map.shareId}/map.png"><img src="${map.shareId}/map.png" alt="Architecture map of ${name}; its services and connections in words below"></a>
<h2>Services</h2>
<dl>
${services(nodes, edges)}
</dl>
${more(nodes.length - MAX_SERVICES, 'service')}
</html>
`
}

/** Each service once, with those that it leads to. */
function services(nodes: readonly MapNode[], edges: readonly MapEdge[]): string {
  const names = new Map(nodes.map((it) => [it.id, shorten(it.label || it.id)]))
  const targets = Map.groupBy(edges, (it) => it.source)
  let left = MAX_CONNECTIONS
  const entries = nodes.slice(0, MAX_SERVICES).map((node) => {
    const own = targets.get(node.id) ?? []
    const shown = own.slice(0, Math.min(left, MAX_CONNECTIONS_PER_SERVICE))
    left -= shown.length
    const links = shown.map(({ target }) => names.get(target) ?? shorten(target))
    const rest = own.length > shown.length ? ` <span class="more">and ${own.length - shown.length} more</span>` : ''
    const tech = node.tech ? `<small>${shorten(node.tech)}</small>` : ''
    const to = own.length > 0 ? `<dd>→ ${links.join(', ')}${rest}</dd>` : ''
    return `<div><dt>${names.get(node.id)}${tech}</dt>${to}</div>`
  })
  return entries.join('\n')
}

function more(missing: number, what: string): string {
  return missing > 0 ? `<p class="more">and ${count(missing, what)} more: the picture has them all.</p>` : ''
}

function count(amount: number, what: string): string {
  return `${amount} ${what}${amount === 1 ? '' : 's'}`
}

/** A name of a readable length, as HTML. */
function shorten(text: string): string {
  const characters = [...text]
  return escapeHtml(characters.length > MAX_NAME_LENGTH ? `${characters.slice(0, MAX_NAME_LENGTH).join('')}…` : text)
}
