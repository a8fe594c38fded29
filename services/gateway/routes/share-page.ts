import { totals } from '@maps/shared/costs'
import type { MapEdge, MapNode } from '@maps/shared/map'
import { abbreviateMoney } from '@maps/shared/money'
import { countNoun, oneLine } from '@maps/shared/text'
import { viewOf } from '@maps/shared/view/view'
import escapeHtml from 'escape-html'
import { LRUCache } from 'lru-cache'
import { hash } from 'node:crypto'
import type { StoredMap } from '../store/stored-map.ts'
import { shareAssets } from './share-assets.ts'
import { shareFrame } from './share-frame.ts'
import { focusesByName, serviceList } from './share-services.ts'
import { LINK_PREVIEW_SIZE } from './share-picture.ts'

const MAX_CACHED_BYTES = 16 * 1024 ** 2

/** The HTML of a public map, its ETag, and the names that a view of the map can be around, with their option `focus`. */
export interface SharePage {
  html: string
  /** A strong ETag. */
  tag: string
  focuses: ReadonlyMap<string, string>
}

/** Renders the page of a map, or of what is around the services with a name. */
type RenderSharePage = (map: StoredMap, focus: string | undefined) => SharePage

/**
 * Creates a function that renders the pages of public maps. It caches the pages of recent map versions. All names that a map does not have lead to
 * one page: readers, who need no token, can make them up.
 * @param urlOf returns the URL of a map's page by its share id
 */
export function createSharePages(urlOf: (shareId: string) => string): RenderSharePage {
  const pages = new LRUCache<string, SharePage>({
    maxSize: MAX_CACHED_BYTES,
    // Two bytes per character, and as much again for the names, which the HTML contains.
    sizeCalculation: ({ html, focuses }) => 4 * html.length + 2 * [...focuses.values()].join('').length,
  })

  function cachedPage(key: string, map: StoredMap, focus?: string): SharePage {
    const known = pages.get(key)
    if (known) return known
    const { html, focuses } = sharePage(map, urlOf(map.shareId!), focus)
    const page = { html, focuses, tag: `"${hash('sha256', html)}"` }
    pages.set(key, page)
    return page
  }

  return (map, focus) => {
    const key = `${map.id} ${map.version}`
    const whole = cachedPage(key, map)
    if (focus === undefined) return whole
    return cachedPage(whole.focuses.has(focus) ? `${key} ${focus}` : `${key}?`, map, focus)
  }
}

const dateFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/**
 * Renders the page of a public map: its picture, and its services in words for readers who cannot see it. The script only adds zoom.
 * @param url URL of the page of the whole map, for link previews; links to its files are relative
 * @param focus name that the page is around; a name that the map does not have shows the whole map, and says so
 */
export function sharePage(map: StoredMap, url: string, focus?: string): Pick<SharePage, 'html' | 'focuses'> {
  const nodes = JSON.parse(map.nodes) as MapNode[]
  const edges = JSON.parse(map.edges) as MapEdge[]
  const focuses = focusesByName(nodes)
  const focusIds = focus === undefined ? undefined : focuses.get(focus)
  const view = focusIds === undefined ? undefined : viewOf({ nodes, edges }, { focus: focusIds })
  const part = view ?? { nodes, edges }
  const name = escapeHtml(oneLine(map.name))
  const id = map.shareId
  const query = view ? `focus=${encodeURIComponent(focus!)}` : ''
  const files = view
    ? { svg: `map.svg?${query}`, png: `map.png?${query}`, shown: `map.svg?${query}`, opened: `map.svg?${query}` }
    : { svg: 'map.svg', png: 'map.png', shown: 'map.svg?theme=auto&amp;title=false', opened: 'map.svg?theme=auto' }
  const subject = `Architecture map of ${name}${view ? `: ${escapeHtml(view.description)}` : ''}`
  const cost = totals(nodes, abbreviateMoney)
  const facts = [
    countNoun(nodes.length, 'service'),
    countNoun(edges.length, 'connection'),
    ...(cost ? [`${cost} per month`] : []),
  ]
  const viewLine = view
    ? `<p class="view"><span>${escapeHtml(view.description)}</span><a href="${id}">Whole map</a></p>\n`
    : focus !== undefined
      ? '<p class="view">The link names a service that this map does not have, or no longer. This is the whole map.</p>\n'
      : ''
  const updated = `<time datetime="${map.updatedAt.toISOString()}">${dateFormat.format(map.updatedAt)}</time>`
  const html = shareFrame({
    title: view ? `${escapeHtml(focus)} · ${name}` : name,
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
${viewLine}</div>
<nav aria-label="Download">
<a class="button" href="${id}/${files.svg}" download>SVG</a>
<a class="button" href="${id}/${files.png}" download>PNG</a>
</nav>
</header>
<main>
<section class="stage" id="stage" aria-label="Picture of the map">
<a class="picture" href="${id}/${files.opened}">
<img src="${id}/${files.shown}" alt="${subject}; its services and connections in words below" data-png="${id}/${files.png}" draggable="false">
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
<h2 id="services">Services <small>${part.nodes.length.toLocaleString('en-US')}</small></h2>
${nodes.length > 0 ? serviceList(part, focuses, focus) : '<p class="more">No services yet.</p>'}
</section>
</main>`,
  })
  return { html, focuses }
}
