import type { Budget } from '../geometry/budget.ts'
import { sampleStepOf, samplesOf } from '../geometry/path.ts'
import { createPointIndex, type PointIndex } from '../geometry/point-index.ts'
import type { Connector } from './connector.ts'

/** Creates an index of sample points of lines, `step` px apart, or more if there would be too many. @param budget of visited points */
export function createLineIndex(connectors: readonly Connector[], step: number, budget: Budget): PointIndex<Connector> {
  const lines = createPointIndex<Connector>(budget)
  const apart = sampleStepOf(connectors, step)
  for (const connector of connectors) {
    for (const point of samplesOf(connector.path, apart)) lines.add(point, connector)
  }
  return lines
}
