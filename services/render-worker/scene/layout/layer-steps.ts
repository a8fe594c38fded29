import type { Box, Link } from './box.ts'

/**
 * Steps from layer to layer that all links take together, by an estimate in linear time that is mostly too high. `dot` puts a virtual node
 * on each step, so its work grows with their number, not with that of the links: one link beside a chain of 100 boxes takes 100 steps.
 */
export function layerSteps(boxes: readonly Box[], links: readonly Link[]): number {
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  const targets: number[][] = boxes.map(() => [])
  for (const { source, target } of links) targets[numbers.get(source)!]!.push(numbers.get(target)!)
  const { forward, order } = withoutCycles(targets)
  const layers = layersOf(forward, order)
  return forward.reduce((sum, ends, from) => ends.reduce((steps, to) => steps + layers[to]! - layers[from]!, sum), 0)
}

/** Links by their source, those that close a cycle reversed as `dot` does, and a topological order of the boxes, by depth-first search. */
function withoutCycles(targets: readonly (readonly number[])[]): { forward: number[][]; order: number[] } {
  const forward: number[][] = targets.map(() => [])
  const finished: number[] = []
  const states = targets.map((): 'new' | 'open' | 'done' => 'new')
  const next = targets.map(() => 0)
  for (const start of targets.keys()) {
    if (states[start] !== 'new') continue
    const path = [start]
    states[start] = 'open'
    while (path.length > 0) {
      const box = path.at(-1)!
      const target = targets[box]![next[box]!++]
      if (target === undefined) {
        states[box] = 'done'
        finished.push(path.pop()!)
      } else if (states[target] === 'open') forward[target]!.push(box)
      else {
        forward[box]!.push(target)
        if (states[target] !== 'new') continue
        path.push(target)
        states[target] = 'open'
      }
    }
  }
  return { forward, order: finished.toReversed() }
}

/** Layers by longest paths: a box is a layer behind the last one that leads to it. A source is right before the first box it leads to. */
function layersOf(forward: readonly (readonly number[])[], order: readonly number[]): number[] {
  const layers = forward.map(() => 0)
  const isReached = forward.map(() => false)
  for (const from of order) {
    for (const to of forward[from]!) {
      layers[to] = Math.max(layers[to]!, layers[from]! + 1)
      isReached[to] = true
    }
  }
  for (const [box, ends] of forward.entries()) {
    if (!isReached[box] && ends.length > 0)
      layers[box] = ends.reduce((least, to) => Math.min(least, layers[to]!), Infinity) - 1
  }
  return layers
}
