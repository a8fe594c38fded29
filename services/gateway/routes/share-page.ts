import type { MapEdge, MapNode } from '@maps/shared/map'
import type { StoredMap } from '../store/maps.ts'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #1e293b; background: #f8fafc }
  img { max-width: 100%; height: auto; border-radius: 12px; box-shadow: 0 1px 4px #0f172a26 }
  ul { padding-left: 1.2rem } small { color: #64748b }
  @media (prefers-color-scheme: dark) { body { color: #e2e8f0; background: #0f172a } small { color: #94a3b8 } }`

/** A public map as a page: its picture, and the same in words for those who cannot see it. */
export function sharePage(map: StoredMap, nodes: readonly MapNode[], edges: readonly MapEdge[]): string {
  const name = escape(map.name)
  const labels = new Map(nodes.map((it) => [it.id, it.label || it.id]))
  const services = nodes.map(
    (it) => `<li>${escape(it.label || it.id)}${it.tech ? ` <small>${escape(it.tech)}</small>` : ''}</li>`,
  )
  const links = edges.map(({ source, target }) => {
    return `<li>${escape(labels.get(source) ?? source)} → ${escape(labels.get(target) ?? target)}</li>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${name}</title>
<style>${style}</style>
<h1>${name}</h1>
<p><small>Updated ${map.updatedAt.toISOString().slice(0, 10)}</small></p>
<img src="${map.shareId}/map.png" alt="Architecture map of ${name}; its services and dependencies in words below">
<h2>Services</h2>
<ul>${services.join('')}</ul>
<h2>Dependencies</h2>
<ul>${links.join('')}</ul>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (it) => entities[it]!)
}
