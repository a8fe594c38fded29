import { type Cell, cellsOf, type Group } from './cells.ts'
import { shareOut, type ShareSettings } from './shares.ts'
import { median } from '../statistics.ts'
import type { Studio, Subject } from './studio.ts'

export interface MeasureSettings extends ShareSettings {
  /** How long each variant warms up for each kind of map. */
  warmUpMs: number
  say: (text: string) => void
}

/** Has all variants draw the same kind of maps in turn, round after round, so that the machine's moods hit all alike. */
export async function measure(groups: readonly Group[], studio: Studio, settings: MeasureSettings): Promise<Cell[]> {
  const { rounds, say } = settings
  const cells = groups.flatMap(cellsOf)
  say('Warming up …')
  const costs = await warmUp(groups, studio, settings)
  for (const cell of cells) cell.failure = costs.get(nameOf(cell))?.failure
  const shares = shareOut(cells, (it) => costs.get(nameOf(it))?.ms ?? Infinity, settings)
  for (let round = 0; round < rounds; round++) {
    say(`Round ${round + 1} of ${rounds} …`)
    for (const group of groups) {
      const own = cells.filter((it) => it.family === group.family && it.nodes === group.nodes)
      // Whoever comes first in one round comes last in the next.
      for (const cell of round % 2 === 0 ? own : own.toReversed()) {
        const count = shares.get(cell)![round] ?? 0
        if (count > 0 && cell.failure === undefined) await drawOnce(cell, round, count, studio)
      }
    }
  }
  return cells
}

async function drawOnce(cell: Cell, round: number, count: number, studio: Studio): Promise<void> {
  try {
    cell.runs[round] = await studio.draw(cell, count, cell.inFlight)
  } catch (error) {
    cell.failure = (error as Error).message
  }
}

/** ms for one picture, or why there is none. */
interface Cost {
  ms: number
  failure?: string
}

async function warmUp(
  groups: readonly Group[],
  studio: Studio,
  { warmUpMs, patienceMs }: MeasureSettings,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  for (const { family, nodes, variants } of groups) {
    for (const variant of variants) {
      const subject = { variant, family, nodes }
      const before = [...costs].filter(([name]) => name.startsWith(`${variant} ${family} `)).map(([, it]) => it)
      const isHopeless = before.some((it) => !(it.ms < patienceMs))
      costs.set(
        nameOf(subject),
        isHopeless ? { ms: Infinity, failure: 'smaller maps take too long' } : await costOf(subject, studio, warmUpMs),
      )
    }
  }
  return costs
}

/** Draws until the time is over, at least one picture; the last ones tell the cost. */
async function costOf(subject: Subject, studio: Studio, warmUpMs: number): Promise<Cost> {
  const end = performance.now() + warmUpMs
  let count = 1
  try {
    for (;;) {
      const { pictures } = await studio.draw(subject, count, 1)
      if (performance.now() > end) return { ms: median(pictures.map((it) => it.ms)) }
      count = Math.min(2 * count, 16)
    }
  } catch (error) {
    return { ms: Infinity, failure: (error as Error).message }
  }
}

function nameOf({ variant, family, nodes }: Subject): string {
  return `${variant} ${family} ${nodes}`
}
