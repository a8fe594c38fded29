import { totals } from '@maps/shared/costs'
import type { MapEdge, MapNode } from '@maps/shared/map'
import { abbreviateMoney } from '@maps/shared/money'
import { countNoun, oneLine } from '@maps/shared/text'
import escapeHtml from 'escape-html'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { StoredMap } from '../store/stored-map.ts'
import { shareAssets } from './share-assets.ts'
import { shareFrame } from './share-frame.ts'
import { serviceList } from './share-services.ts'
import { LINK_PREVIEW_SIZE } from './share-picture.ts'

const MAX_CACHED_BYTES = 16 * 1024 ** 2

/** The HTML of a public map, and its ETag. */
export interface SharePage {
  html: string
  /** A strong ETag. */
  tag: string
}

/**
 * Creates a function that renders the pages of public maps. It caches the pages of recent map versions.
 * @param urlOf returns the URL of a map's page by its share id
 */
export function createSharePages(urlOf: (shareId: string) => string): (map: StoredMap) => SharePage {
  const pages = new LRUCache<string, SharePage>({
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: ({ html }) => 2 * html.length,
  })
  return (map) => {
    const key = `${map.id} ${map.version}`
    const known = pages.get(key)
    if (known) return known
    const html = sharePage(map, urlOf(map.shareId!))
    const page = { html, tag: `"${hash('sha256', html)}"` }
    pages.set(key, page)
    return page
  }
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Renders the page of a public map: its picture, and its services in words for readers who cannot see it. The script only adds zoom.
 * @param url URL of the page itself, for link previews; links to its files are relative
 */
export function sharePage(map: StoredMap, url: string): string {
  const nodes = JSON.parse(map.nodes) as MapNode[]
  const edges = JSON.parse(map.edges) as MapEdge[]
  const name = escapeHtml(oneLine(map.name))
  const id = map.shareId
  const cost = totals(nodes, abbreviateMoney)
  const facts = [
    countNoun(nodes.length, 'service'),
    countNoun(edges.length, 'connection'),
    ...(cost ? [`${cost} per month`] : []),
  ]
  const updated = `<time datetime="${map.updatedAt.toISOString()}">${dateFormat.format(map.updatedAt)}</time>`
  return shareFrame({
    title: name,
    head: `<meta name="description" content="Architecture map: ${facts.join(', ')}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Maps Service">
<meta property="og:title" content="${name}">
<meta property="og:description" content="${facts.join(' · ')}">
<meta property="og:url" content="${url}">
<meta property="og:image" content="${url}/card.png">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${LINK_PREVIEW_SIZE.width}">
<meta property="og:image:height" content="${LINK_PREVIEW_SIZE.height}">
<meta property="og:image:alt" content="Architecture map of ${name}">
<meta name="twitter:card" content="summary_large_image">
<link rel="alternate" href="${id}/map.svg" type="image/svg+xml">
<script src="${shareAssets.script}" type="module"></script>
`,
    body: `<header>
<div>
<h1>${name}</h1>
<p>${[...facts, updated].map((it) => `<span>${it}</span>`).join('')}</p>
</div>
<nav aria-label="Download">
<a class="button" href="${id}/map.svg" download>SVG</a>
<a class="button" href="${id}/map.png" download>PNG</a>
</nav>
</header>
<main>
<section class="stage" id="stage" aria-label="Picture of the map">
<a class="picture" href="${id}/map.svg?theme=auto">
<img src="${id}/map.svg?theme=auto&amp;title=false" alt="Architecture map of ${name}; its services and connections in words below" data-png="${id}/map.png" draggable="false">
</a>
<p class="hint" hidden></p>
<div class="zoom" role="group" aria-label="Zoom" hidden>
<button type="button" data-zoom="out" aria-label="Zoom out" title="Zoom out (−)">−</button>
<output aria-label="Zoom level"></output>
<button type="button" data-zoom="in" aria-label="Zoom in" title="Zoom in (+)">+</button>
<button type="button" data-zoom="fit" title="Fit (0)">Fit</button>
</div>
</section>
<section class="words" aria-labelledby="services">
<h2 id="services">Services <small>${nodes.length.toLocaleString('en-US')}</small></h2>
${nodes.length > 0 ? serviceList(nodes, edges) : '<p class="more">No services yet.</p>'}
</section>
</main>`,
  })
}
