import { Graphviz } from '@hpcc-js/wasm-graphviz'
import { edgeDefaults } from '@maps/shared/map-values'
import elkjs, { type ElkNode } from 'elkjs/lib/elk.bundled.js'
import type { Scene } from '../../services/render-worker/scene/draw/drawing.ts'
import { createPath, samplesOf } from '../../services/render-worker/scene/geometry/path.ts'
import type { Point, Rect } from '../../services/render-worker/scene/geometry/rect.ts'
import type { Segment } from '../../services/render-worker/scene/geometry/segment.ts'
import { type Line, type Lines, qualityOf, STEP } from './quality.ts'

const PX_PER_INCH = 72
/** Gaps between the cards of a layer, and between layers, in px. */
const GAP = { within: 34, between: 84 }

/** Lays out and routes a scene's cards and edges with Graphviz' `dot`, in the direction with fewer crossings. */
export async function layOutWithDot(scene: Scene): Promise<Lines> {
  const graphviz = await Graphviz.load()
  return best(['LR', 'TB'].map((it) => parsePlain(graphviz.layout(dotSource(scene, it), 'plain', 'dot'), scene)))
}

/** Lays out and routes a scene's cards and edges with ELK (layered, orthogonal), in the direction with fewer crossings. */
export async function layOutWithElk(scene: Scene): Promise<Lines> {
  return best(await Promise.all(['RIGHT', 'DOWN'].map((it) => elkLayout(scene, it))))
}

function best(layouts: readonly Lines[]): Lines {
  return layouts.reduce((a, b) => (qualityOf(b).crossings < qualityOf(a).crossings ? b : a))
}

function dotSource({ cards, connectors }: Scene, rankdir: string): string {
  const inches = (px: number): string => (px / PX_PER_INCH).toFixed(4)
  const numbers = numbersOf(cards)
  return [
    `digraph { graph [rankdir=${rankdir}, nodesep=${inches(GAP.within)}, ranksep=${inches(GAP.between)}]`,
    'node [shape=box, fixedsize=true, label=""] edge [arrowhead=none]',
    ...cards.map(({ rect }, index) => `${index} [width=${inches(rect.width)}, height=${inches(rect.height)}]`),
    ...connectors.map(({ edge, label }) => {
      const size = label && `label="x", fixedsize=true, width=${inches(label.width)}, height=${inches(label.height)}`
      return `${numbers.get(edge.source)} -> ${numbers.get(edge.target)} [${size ?? ''}]`
    }),
    '}',
  ].join('\n')
}

/** Parses the `plain` format (https://graphviz.org/docs/outputs/plain/), where an edge is a Bézier spline from its source. */
function parsePlain(plain: string, { cards, connectors }: Scene): Lines {
  const px = (x: string, y: string): Point => ({ x: Number(x) * PX_PER_INCH, y: -Number(y) * PX_PER_INCH })
  const rects = new Map<string, Rect>()
  for (const [, name, x, y] of plain.matchAll(/^node (\d+) (\S+) (\S+)/gm)) {
    const { id, rect } = cards[Number(name)]!
    const middle = px(x!, y!)
    rects.set(id, { ...rect, x: middle.x - rect.width / 2, y: middle.y - rect.height / 2 })
  }
  const curves = Map.groupBy(
    [...plain.matchAll(/^edge (\d+) (\d+) \d+ (.*) \w+ \S+$/gm)],
    ([, source, target]) => `${source} ${target}`,
  )
  const numbers = numbersOf(cards)
  const edges = connectors.map(({ edge }): Line => {
    const found = curves.get(`${numbers.get(edge.source)} ${numbers.get(edge.target)}`)!.shift()!
    const coordinates = found[3]!.match(/-?[\d.]+(?:e-?\d+)?/g)!
    const points = coordinates.flatMap((x, index) =>
      index % 2 === 0 && coordinates[index + 1] ? px(x, coordinates[index + 1]!) : [],
    )
    const segments: Segment[] = []
    for (let at = 3; at < points.length; at += 3)
      segments.push([points[at - 3]!, points[at - 2]!, points[at - 1]!, points[at]!])
    return lineOf(edge, segments)
  })
  return { cards: cards.map(({ id }) => ({ id, rect: rects.get(id)! })), edges }
}

async function elkLayout({ cards, connectors }: Scene, direction: string): Promise<Lines> {
  const numbers = numbersOf(cards)
  const root: ElkNode = {
    id: 'root',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': direction,
      'elk.edgeRouting': 'ORTHOGONAL',
      'elk.spacing.nodeNode': String(GAP.within),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(GAP.between),
    },
    children: cards.map(({ rect }, index) => ({ id: `${index}`, width: rect.width, height: rect.height })),
    edges: connectors.map(({ edge }, index) => ({
      id: `e${index}`,
      sources: [`${numbers.get(edge.source)}`],
      targets: [`${numbers.get(edge.target)}`],
    })),
  }
  const graph = await new elkjs.default().layout(root)
  const edges = connectors.map(({ edge }, index): Line => {
    const [section] = graph.edges![index]!.sections!
    const points = [section!.startPoint, ...(section!.bendPoints ?? []), section!.endPoint]
    return lineOf(
      edge,
      points.slice(1).map((it, at): Segment => [points[at]!, it]),
    )
  })
  const rects = graph.children!.map(({ x = 0, y = 0, width = 0, height = 0 }) => ({ x, y, width, height }))
  return { cards: cards.map(({ id }, index) => ({ id, rect: rects[index]! })), edges }
}

/** The numbers of cards by id. Engines get numbers instead of ids, which would need escaping. */
function numbersOf(cards: Scene['cards']): Map<string, number> {
  return new Map(cards.map((it, index) => [it.id, index]))
}

function lineOf(
  { source, target, arrow = edgeDefaults.arrow }: Scene['connectors'][number]['edge'],
  segments: Segment[],
): Line {
  const path = createPath(segments)
  const points = [segments[0]![0], ...samplesOf(path, STEP), segments.at(-1)!.at(-1)!]
  return { source, target, arrow, points }
}
