import { askOf, type Cell, operations, type Surroundings, deleteNewMaps } from './cells.ts'
import { type Bearing, loadWay, meanOf } from './load.ts'
import { type Ground, type Way, type WayName, wayNames } from './servers.ts'

/** What was found of a cell: by way, by round, the mean of its processes. */
export interface Measured extends Cell {
  bearings: Record<WayName, Bearing[]>
}

export interface MeasureSettings {
  rounds: number
  /** For one process. */
  sliceMs: number
  warmUpMs: number
  say: (text: string) => void
}

const WARM_UP_CONNECTIONS = 8

/**
 * Loads the ways in turn with each cell, round after round, so that the machine's moods hit both alike.
 * @param ways as many processes of each as there are; those of the two in turn
 */
export async function measure(
  cells: readonly Cell[],
  ways: readonly Way[],
  ground: Ground,
  surroundings: Surroundings,
  settings: MeasureSettings,
): Promise<Measured[]> {
  const { rounds, sliceMs, warmUpMs, say } = settings
  const load = (way: Way, cell: Cell, ms: number): Promise<Bearing> =>
    loadWay(way, (connection) => askOf(cell, way.name, connection, surroundings), cell.connections, ms)
  const measured = cells.map((it): Measured => ({ ...it, bearings: { ours: [], bare: [] } }))
  say('Warming up …')
  for (const nodes of surroundings.workspaces.keys()) {
    for (const operation of operations) {
      for (const way of ways) await load(way, { operation, nodes, connections: WARM_UP_CONNECTIONS }, warmUpMs)
    }
  }
  for (let round = 0; round < rounds; round++) {
    say(`Round ${round + 1} of ${rounds} …`)
    await deleteNewMaps(ground, surroundings)
    for (const [at, cell] of measured.entries()) {
      const bearings: Record<WayName, Bearing[]> = { ours: [], bare: [] }
      // Whoever comes first once comes last the next time.
      for (const way of (round + at) % 2 === 0 ? ways : ways.toReversed()) {
        bearings[way.name].push(await load(way, cell, sliceMs))
      }
      for (const name of wayNames) cell.bearings[name].push(meanOf(bearings[name]))
      if (cell.operation === 'POST') await deleteNewMaps(ground, surroundings)
    }
  }
  return measured
}
