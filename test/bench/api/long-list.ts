import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, type Bearing, loadWay } from './load.ts'
import { rssOf } from './process-figures.ts'
import { type Ground, startWay, type Way, wayNames } from './servers.ts'
import { createWorkspace, type Workspace } from './workspaces.ts'

export const lengths = [1_000, 10_000] as const
export const readings = ['ours', 'bare', 'bare, not streamed'] as const
export type Reading = (typeof readings)[number]

/** Listing a workspace of many maps over one connection. */
export interface LongList {
  reading: Reading
  /** Of the longest list, by round. */
  bearings: Bearing[]
  /** Bytes that the server holds before anything was listed, and at most while it was. */
  before: number
  peak: number
  /** The most by length of the list, in a process that clears up early: only that shows what grows with the list. */
  tidyPeaks: number[]
}

const NODES = 5
/** What V8 leaves lying about where there is room is more than any list. */
const TIDY = '--max-semi-space-size=2 --max-old-space-size=128'
const SAMPLE_EVERY_MS = 5
/** Lets V8 give back what starting took. */
const SETTLE_MS = 1_000

/** Fresh processes, so that nothing that went before hides what a list takes. */
export async function listMany(ground: Ground, rounds: number, sliceMs: number): Promise<LongList[]> {
  const workspaces: Workspace[] = []
  for (const length of lengths) workspaces.push(await createWorkspace(ground, `list-of-${length}`, length, NODES))
  await ground.sql`vacuum analyze maps`
  const lists = readings.map((reading): LongList => ({
    reading,
    bearings: [],
    before: 0,
    peak: 0,
    tidyPeaks: workspaces.map(() => 0),
  }))
  await measureSpeed(lists, workspaces.at(-1)!, ground, rounds, sliceMs)
  for (const list of lists) await measureGrowth(list, workspaces, ground, sliceMs)
  return lists
}

async function measureSpeed(
  lists: readonly LongList[],
  workspace: Workspace,
  ground: Ground,
  rounds: number,
  sliceMs: number,
): Promise<void> {
  await using parts = new AsyncDisposableStack()
  const ways = new Map<LongList, Way>()
  for (const list of lists) ways.set(list, parts.use(await startReader(list.reading, ground)))
  for (const [list, way] of ways) list.before = rssOf(way.pid)
  for (let round = 0; round < rounds; round++) {
    for (const [list, way] of round % 2 === 0 ? ways : [...ways].toReversed()) {
      const { bearing, peak } = await loadWatched(way, askOf(workspace, list.reading, way), sliceMs)
      list.bearings.push(bearing)
      list.peak = Math.max(list.peak, peak)
    }
  }
}

async function measureGrowth(
  list: LongList,
  workspaces: readonly Workspace[],
  ground: Ground,
  sliceMs: number,
): Promise<void> {
  await using way = await startReader(list.reading, ground, TIDY)
  for (const [at, workspace] of workspaces.entries()) {
    const { peak } = await loadWatched(way, askOf(workspace, list.reading, way), sliceMs)
    list.tidyPeaks[at] = peak
  }
}

async function startReader(reading: Reading, ground: Ground, options = ''): Promise<Way> {
  const way = await startWay(wayNames.find((it) => it === reading) ?? 'bare', ground, options)
  await sleep(SETTLE_MS)
  return way
}

function askOf(workspace: Workspace, reading: Reading, { name }: Way): Asked {
  const path = reading === 'bare, not streamed' ? '/api/v1/maps?whole' : '/api/v1/maps'
  return { method: 'GET', path, headers: workspace.headers[name], status: 200 }
}

async function loadWatched(way: Way, asked: Asked, sliceMs: number): Promise<{ bearing: Bearing; peak: number }> {
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, rssOf(way.pid))), SAMPLE_EVERY_MS)
  try {
    const bearing = await loadWay(way, () => asked, 1, sliceMs)
    return { bearing, peak }
  } finally {
    clearInterval(watch)
  }
}
