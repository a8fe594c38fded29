import { Graphviz } from '@hpcc-js/wasm-graphviz'
import type { Rect, Size } from '../geometry/rect.ts'

const PX_PER_INCH = 72
/** Px around the boxes of a cluster. */
export const CLUSTER_MARGIN = 28

/** Maximum number of times that a link is repeated for its edges. `dot` merges repeated links, and counts each of their crossings as often. */
const MAX_REPEATED = 3

/** Boxes that are drawn together, without other boxes between them. */
export interface Cluster {
  /** Indexes of the boxes, including those of inner clusters. */
  boxes: readonly number[]
  inner: readonly Cluster[]
}

/** A graph to lay out in layers from left to right. */
export interface DotGraph {
  boxes: readonly Size[]
  /** Links by box index. Heavier ones are straighter and shorter; those of several edges cross fewer others. */
  links: readonly { from: number; to: number; weight?: number; edges?: number }[]
  /** Px between the boxes of a layer. */
  within: number
  /** Px between layers. */
  between: number
  clusters: readonly Cluster[]
  /** The layer of each box, if it is known. If not, the boxes of a cluster are placed in as few layers as possible. */
  layers?: readonly number[]
}

/** The Graphviz of this thread; loading it takes longer than most layouts. */
let loaded: Promise<Graphviz> | undefined

/**
 * Lays out boxes in layers with Graphviz's `dot`. It blocks its thread and has no time limit, since the picture of a map
 * must not depend on a clock. The caller limits the graph, and the render pool ends a thread that takes too long.
 * @throws errors of Graphviz; the next call loads a new Graphviz
 */
export async function dotLayout(graph: DotGraph): Promise<Rect[]> {
  try {
    const graphviz = await (loaded ??= Graphviz.load())
    return readPlain(graphviz.layout(dotSource(graph), 'plain', 'dot'), graph.boxes)
  } catch (error) {
    loaded = undefined
    Graphviz.unload()
    throw error
  }
}

function dotSource({ boxes, links, within, between, clusters, layers }: DotGraph): string {
  // Clusters alone move boxes to other layers: without clusters, links between adjacent layers keep all boxes in theirs.
  const hasSameRanks = clusters.length > 0 && layers !== undefined
  const inches = (px: number): string => (px / PX_PER_INCH).toFixed(4)
  return [
    `digraph { graph [rankdir=LR, nodesep=${inches(within)}, ranksep=${inches(between)}, splines=false${hasSameRanks ? ', newrank=true' : ''}]`,
    'node [shape=box, fixedsize=true, label=""]',
    ...boxes.map((it, index) => `${index} [width=${inches(it.width)}, height=${inches(it.height)}]`),
    ...links.flatMap(({ from, to, weight = 1, edges = 1 }) =>
      Array.from({ length: Math.min(edges, MAX_REPEATED) }, () => `${from} -> ${to} [weight=${weight}]`),
    ),
    ...(hasSameRanks ? sameRanks(layers) : []),
    ...clusters.map((it, index) => clusterSource(it, `${index}`)),
    '}',
  ].join('\n')
}

function sameRanks(layers: readonly number[]): string[] {
  const boxes = Map.groupBy(layers.keys(), (it) => layers[it])
  return Array.from(boxes.values(), (it) => `{ rank=same ${it.join(' ')} }`)
}

function clusterSource({ boxes, inner }: Cluster, name: string): string {
  const within = inner.map((it, index) => clusterSource(it, `${name}_${index}`))
  return `subgraph cluster_${name} { margin=${CLUSTER_MARGIN} ${boxes.join(' ')} ${within.join(' ')} }`
}

/** Reads the `plain` format (https://graphviz.org/docs/outputs/plain/): centres in inches, y upwards. */
function readPlain(plain: string, boxes: readonly Size[]): Rect[] {
  const rects: Rect[] = boxes.map(({ width, height }) => ({ x: 0, y: 0, width, height }))
  for (const [, name, x, y] of plain.matchAll(/^node (\d+) (\S+) (\S+)/gm)) {
    const rect = rects[Number(name)]
    if (!rect) continue
    rect.x = Math.round(Number(x) * PX_PER_INCH - rect.width / 2)
    rect.y = Math.round(-Number(y) * PX_PER_INCH - rect.height / 2)
  }
  return rects
}
