import { type FileFormat, fileFormats } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { filePath } from '../../services/gateway/routes/file-path.ts'
import { percentile } from '../bench/statistics.ts'
import type { ApiResponse } from '../rig/rest-client.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'
import { createEdges, unthrottledPlans } from './clients.ts'
import { openBusyNeighbours, openCpuLimit } from './cpu-limit.ts'
import { markedMap } from './marked-maps.ts'

const ROUNDS = 100
const SMALL_NODES = 8
const large = { nodes: 1_000, edges: 2_000, atOnce: 3, cores: 1 }
const TOO_COSTLY = 'Making this file took'
/** Environment of a worker whose threads do not warm up, and whose time limits begin with the hand-over to a thread. */
const coldThreads = { NODE_OPTIONS: `--import=${new URL('replace-warm-threads.ts', import.meta.url).href}` }

/** A system whose worker has a share of a core, beside a busy process on each core. */
async function startSlowSystem(cores: number, workerEnv: Record<string, string> = {}) {
  await using parts = new AsyncDisposableStack()
  const limit = parts.use(await openCpuLimit(cores))
  parts.use(openBusyNeighbours())
  const settings = { plans: unthrottledPlans, workerNode: limit.node, workerEnv: { CONCURRENCY: '3', ...workerEnv } }
  const system = parts.use(await startSystem(settings))
  const workspace = await system.createWorkspace({ plan: 'pro' })
  const owned = parts.move()
  return { workspace, limit, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

/** An export's response, with its time in ms. */
type TimedResponse = Pick<ApiResponse, 'status' | 'text'> & { format: FileFormat; ms: number }

async function exportAs(workspace: TestWorkspace, mapId: string, format: FileFormat): Promise<TimedResponse> {
  const started = performance.now()
  const { status, text } = await workspace.request('GET', filePath(format, mapId))
  return { format, status, text: status === 200 ? '' : text, ms: performance.now() - started }
}

/** Exports a small map in every format, one after another. */
async function exportSmallMap(workspace: TestWorkspace, number: number): Promise<TimedResponse[]> {
  const { id } = await workspace.createMap(markedMap({ map: number, write: 1 }, SMALL_NODES))
  const responses: TimedResponse[] = []
  for (const format of fileFormats) responses.push(await exportAs(workspace, id, format))
  return responses
}

function describeTimes(responses: readonly TimedResponse[]): string {
  const ms = responses.map((it) => it.ms)
  return `p95 ${Math.round(percentile(ms, 95))} ms, at most ${Math.round(Math.max(...ms))} ms, the first ${Math.round(ms[0]!)} ms`
}

describe('a worker on a slow machine', () => {
  it('makes small files of all formats on half a core, from its start on', async ({ annotate }) => {
    await using system = await startSlowSystem(0.5)
    const responses: TimedResponse[] = []
    for (let round = 0; round < ROUNDS; round++) responses.push(...(await exportSmallMap(system.workspace, round)))
    const text = `${responses.length} small exports on half a core (${system.limit.enforcedBy}): ${describeTimes(responses)}`
    await annotate(text, 'measured')
    expect(responses.filter((it) => it.status !== 200)).toEqual([])
  }, 1_200_000)

  it('control: makes none with cold threads whose time runs while they load', async ({ annotate }) => {
    await using system = await startSlowSystem(0.5, coldThreads)
    const responses = await exportSmallMap(system.workspace, 1)
    const failed = responses.filter((it) => it.status !== 200)
    await annotate(
      `without warm threads, ${failed.length} of ${responses.length} first exports fail: ${describeTimes(responses)}`,
      'measured',
    )
    expect(failed.length).toBeGreaterThan(0)
  }, 300_000)

  it('does not refuse maps that would be in time alone', async ({ annotate }) => {
    await using system = await startSlowSystem(large.cores)
    const { workspace } = system
    const map = { ...markedMap({ map: 1, write: 1 }, large.nodes), edges: createEdges(large.nodes, large.edges) }
    const ids = await Promise.all(Array.from({ length: large.atOnce }, async () => (await workspace.createMap(map)).id))
    const responses = await Promise.all(ids.map((id) => exportAs(workspace, id, 'png')))
    await annotate(
      `${large.atOnce} of ${large.nodes} services and ${large.edges} connections at once, on one core: ` +
        responses.map((it) => `${it.status} after ${(it.ms / 1_000).toFixed(1)} s`).join(', '),
      'measured',
    )
    expect(responses.filter((it) => it.text.includes(TOO_COSTLY))).toEqual([])
  }, 300_000)
})
