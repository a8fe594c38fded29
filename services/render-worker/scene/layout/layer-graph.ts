import { LANE_WIDTH } from '../route/candidate.ts'
import type { Size } from '../draw/display-list.ts'

/** Px between boxes of a layer. The rest of a box's spacing is part of its own height. */
export const SEPARATION = 8
/** Lines through several layers are kept straight, as `dot` does with its own virtual nodes. */
const STRAIGHTNESS = 8
/** Px that a label needs besides itself on its stretch of a line. */
const LABEL_ROOM = { along: 24, across: 4 }

/** A pair of boxes with edges between them, by index. */
export interface Pair {
  from: number
  to: number
  /** Size of all its labels together. */
  label: Size
  /** How many edges it has. */
  count: number
}

/**
 * A graph in which every link leads from one layer to the next, as Sugiyama, Tagawa and Toda (1981) have it: where a link passes a
 * layer, a virtual box (a dummy node) keeps room for its line, and the middle one for its label. Layers are columns, from left to right.
 */
export interface LayerGraph {
  /** The cards, then the virtual boxes; each with its separation. */
  boxes: Size[]
  /** How many of the boxes are cards. */
  cards: number
  /** The layer of each box. */
  layers: number[]
  /** From a layer to the next; `room` is the px that a label takes up between the two. */
  links: { from: number; to: number; weight: number; room: number }[]
  /** In the order of the pairs. */
  chains: Chain[]
}

/** The boxes of a pair and the virtual ones between them, from the first layer to the last, and how many edges it has. */
export interface Chain {
  boxes: number[]
  count: number
}

/** Makes the graph of boxes in these layers. @param within px between boxes of a layer */
export function layerGraph(
  boxes: readonly Size[],
  pairs: readonly Pair[],
  layers: readonly number[],
  within: number,
): LayerGraph {
  const graph: LayerGraph = {
    boxes: boxes.map(({ width, height }) => ({ width, height: height + within - SEPARATION })),
    cards: boxes.length,
    layers: [...layers],
    links: [],
    chains: [],
  }
  for (const { from, to, label, count } of pairs) {
    const [first, last] = layers[from]! <= layers[to]! ? [from, to] : [to, from]
    const chain = [first]
    const passed = layers[last]! - layers[first]! - 1
    for (let index = 0; index < passed; index++) {
      const isMiddle = index === Math.floor(passed / 2) && label.width > 0
      chain.push(graph.boxes.length)
      graph.layers.push(layers[first]! + 1 + index)
      graph.boxes.push({
        width: isMiddle ? label.width + LABEL_ROOM.along : 1,
        height: Math.max(count * LANE_WIDTH - SEPARATION, isMiddle ? label.height + LABEL_ROOM.across : 0),
      })
    }
    chain.push(last)
    const weight = passed > 0 ? STRAIGHTNESS : 1
    const room = passed > 0 ? 0 : label.width
    for (const [index, to] of chain.slice(1).entries()) graph.links.push({ from: chain[index]!, to, weight, room })
    graph.chains.push({ boxes: chain, count })
  }
  return graph
}

/**
 * Splits layers that would be higher than `height` into several: first what has more links from before, last what has more to what follows.
 *
 * @returns the new layer of each box
 */
export function splitLayers(
  boxes: readonly Size[],
  pairs: readonly Pair[],
  layers: readonly number[],
  within: number,
  height: number,
): number[] {
  const onward = boxes.map(() => 0)
  for (const { from, to } of pairs) {
    const step = Math.sign(layers[to]! - layers[from]!)
    onward[from]! += step
    onward[to]! -= step
  }
  const split = [...layers]
  let added = 0
  const members = Map.groupBy(boxes.keys(), (it) => layers[it]!)
  for (const layer of [...members.keys()].sort((a, b) => a - b)) {
    const own = members.get(layer)!.sort((a, b) => onward[a]! - onward[b]! || a - b)
    const whole = own.reduce((sum, it) => sum + boxes[it]!.height + within, 0)
    const count = Math.min(own.length, Math.ceil(whole / height))
    for (const [index, it] of own.entries()) split[it] = layer + added + Math.floor((index * count) / own.length)
    added += count - 1
  }
  return split
}
