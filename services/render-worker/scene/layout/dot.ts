import { Graphviz } from '@hpcc-js/wasm-graphviz'
import type { Rect } from '../draw/display-list.ts'
import type { Axis } from '../route/edge-path.ts'
import type { Box, Link } from './box.ts'

const PX_PER_INCH = 72
/** In px, between the boxes of a layer and between layers. */
export const separations = {
  horizontal: { rankdir: 'LR', within: 34, between: 84 },
  vertical: { rankdir: 'TB', within: 44, between: 74 },
} as const

/** One for each thread that renders. Loading it takes longer than most layouts. */
let loaded: Promise<Graphviz> | undefined

/**
 * Layers by Graphviz' `dot`, once per axis, in the order of the boxes. It blocks its thread and has no time limit: a clock would give
 * one map two pictures. The caller bounds the work, and the render pool ends a thread that takes too long.
 * @throws what Graphviz throws: another try begins with a fresh Graphviz
 */
export async function dotLayout(
  boxes: readonly Box[],
  links: readonly Link[],
  axes: readonly Axis[],
): Promise<Rect[][]> {
  const graphviz = await (loaded ??= Graphviz.load())
  try {
    return axes.map((axis) => readPlain(graphviz.layout(dotSource(boxes, links, axis), 'plain', 'dot'), boxes))
  } catch (error) {
    loaded = undefined
    Graphviz.unload()
    throw error
  }
}

/** Ids stay out of the source: boxes go by their number. */
function dotSource(boxes: readonly Box[], links: readonly Link[], axis: Axis): string {
  const { rankdir, within, between } = separations[axis]
  const inches = (px: number): string => (px / PX_PER_INCH).toFixed(4)
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  return [
    `digraph { graph [rankdir=${rankdir}, nodesep=${inches(within)}, ranksep=${inches(between)}, splines=false]`,
    'node [shape=box, fixedsize=true, label=""]',
    ...boxes.map((it, index) => `${index} [width=${inches(it.width)}, height=${inches(it.height)}]`),
    ...links.map((it) => `${numbers.get(it.source)} -> ${numbers.get(it.target)}`),
    '}',
  ].join('\n')
}

/** Reads the `plain` format (https://graphviz.org/docs/outputs/plain/): centres in inches, y upwards. */
function readPlain(plain: string, boxes: readonly Box[]): Rect[] {
  const rects: Rect[] = boxes.map(({ width, height }) => ({ x: 0, y: 0, width, height }))
  for (const [, name, x, y] of plain.matchAll(/^node (\d+) (\S+) (\S+)/gm)) {
    const rect = rects[Number(name)]
    if (!rect) continue
    rect.x = Math.round(Number(x) * PX_PER_INCH - rect.width / 2)
    rect.y = Math.round(-Number(y) * PX_PER_INCH - rect.height / 2)
  }
  return rects
}
