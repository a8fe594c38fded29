import type { Box, Link } from './box.ts'

/**
 * Estimates the total number of steps between layers of all links, in linear time and mostly too high. `dot` puts a virtual node on
 * each step, so its work grows with the steps, not with the links: a link beside a chain of 100 boxes has 100 steps.
 */
export function countLayerSteps(boxes: readonly Box[], links: readonly Link[]): number {
  return layerStepsOf(boxes, links).reduce((a, b) => a + b, 0)
}

/** Estimates the number of steps between layers of each link, as `countLayerSteps` does of all. */
export function layerStepsOf(boxes: readonly Box[], links: readonly Link[]): number[] {
  const numbers = new Map(boxes.map((it, index) => [it.id, index]))
  const targets: number[][] = boxes.map(() => [])
  for (const { source, target } of links) targets[numbers.get(source)!]!.push(numbers.get(target)!)
  const { forward, order } = withoutCycles(targets)
  const layers = layersOf(forward, order)
  return links.map(({ source, target }) => Math.abs(layers[numbers.get(target)!]! - layers[numbers.get(source)!]!))
}

/** Reverses the links that close a cycle, as `dot` does, by depth-first search. @returns targets by source, and a topological order */
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

/** Assigns layers by longest paths: a box is one layer after its last predecessor. A source is one layer before its first successor. */
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
