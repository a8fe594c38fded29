import type { Size } from '../geometry/rect.ts'
import { LANE_WIDTH } from './lanes.ts'

/** Px between the boxes of a layer. The other spacing of a box is part of its height. */
export const SEPARATION = 8
/** Weight of links through several layers, which keeps them straight, as `dot` does with its own virtual nodes. */
const STRAIGHTNESS = 8
/** Px around a label on its part of a line. */
const LABEL_ROOM = { along: 24, across: 4 }

/** A pair of boxes with edges between them, by index. */
export interface Pair {
  from: number
  to: number
  /** Total size of its labels. */
  label: Size
  /** Number of its edges. */
  count: number
}

/**
 * A graph in which every link connects adjacent layers (Sugiyama, Tagawa and Toda, 1981). In each layer that a link crosses, a virtual
 * box (dummy node) reserves space for its line; the middle one, also for its label. Layers are columns, from left to right.
 */
export interface LayerGraph {
  /** The cards, then the virtual boxes, each with its own spacing. */
  boxes: Size[]
  /** Number of cards among the boxes. */
  cards: number
  /** The layer of each box. */
  layers: number[]
  /** Links between adjacent layers; `room` is the width in px of a label between the two, `edges` the number of edges along it. */
  links: { from: number; to: number; weight: number; room: number; edges: number }[]
  /** Chains in the order of the pairs. */
  chains: Chain[]
}

/** The boxes of a pair and the virtual boxes between them, from the first layer to the last, and the number of edges. */
export interface Chain {
  boxes: number[]
  count: number
}

/** Creates the graph of boxes in these layers. @param within px between boxes of a layer */
export function createLayerGraph(
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
    for (const [index, to] of chain.slice(1).entries())
      graph.links.push({ from: chain[index]!, to, weight, room, edges: count })
    graph.chains.push({ boxes: chain, count })
  }
  return graph
}

/**
 * Splits layers higher than `height`. Boxes with more links to preceding layers come first, boxes with more links to following layers last.
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
    for (const [index, box] of own.entries()) split[box] = layer + added + Math.floor((index * count) / own.length)
    added += count - 1
  }
  return split
}
