import type { ArchitectureMap, MapEdge } from '@maps/shared/map'
import { fallbackFonts } from './chromium.ts'
import { mapOf } from '../maps.ts'
import { linesOf } from './node-lines.ts'
import { loadPeer, peerFile } from './peers.ts'
import type { Variant } from './variant.ts'

const FONT = 'DejaVu Sans'

/** No browser at all: Graphviz lays out and writes SVG, resvg paints it, off the main thread. */
export async function openGraphviz(): Promise<Variant> {
  const { Graphviz } = await loadPeer('@hpcc-js/wasm-graphviz')
  const { renderAsync } = await loadPeer('@resvg/resvg-js')
  const graphviz = await Graphviz.load()
  const font = { loadSystemFonts: false, fontFiles: fallbackFonts.map(peerFile), defaultFontFamily: FONT }
  return {
    prepare: async (sample) => {
      const dot = writeDot(mapOf(sample))
      return async () => {
        const svg = graphviz.layout(dot, 'svg', 'dot')
        const picture = await renderAsync(svg, { font, fitTo: { mode: 'zoom', value: 2 }, background: 'white' })
        return picture.asPng()
      }
    },
    [Symbol.asyncDispose]: async () => {},
  }
}

/** A map in Graphviz' language (https://graphviz.org/doc/info/lang.html). */
function writeDot({ nodes, edges }: ArchitectureMap): string {
  const boxes = nodes.map((it) => {
    const [label, ...rest] = linesOf(it)
    return `"${it.id}" [label=<${[`<B>${label}</B>`, ...rest].join('<BR/>')}>]`
  })
  const links = edges.map((it) => `"${it.source}" -> "${it.target}" [${attributesOf(it).join(', ')}]`)
  const defaults = [`fontname="${FONT}"`, 'fontsize=11'].join(', ')
  const head = ['rankdir=LR', `node [shape=box, style=rounded, ${defaults}]`, `edge [${defaults}]`]
  return ['digraph {', ...head, ...boxes, ...links, '}'].join('\n')
}

function attributesOf({ label = '', arrow = 'end', dashed = false }: MapEdge): string[] {
  const directions = { none: 'none', end: 'forward', both: 'both' } as const
  return [`label="${label}"`, `dir=${directions[arrow]}`, ...(dashed ? ['style=dashed'] : [])]
}
