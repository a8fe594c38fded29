import { type FileFormat, fileFormats, filePath } from '@maps/shared/file-formats'
import { describe, expect, it } from 'vitest'
import { percentile } from '../bench/statistics.ts'
import type { ApiResponse } from '../rig/rest-client.ts'
import { startSystem, type TestWorkspace } from '../rig/system.ts'
import { unthrottledPlans } from './clients.ts'
import { openBusyNeighbours, openCpuLimit } from './cpu-limit.ts'
import { markedMap } from './marked-maps.ts'

const ROUNDS = 100
const SMALL_NODES = 8

/** A system whose worker has a share of a core, beside a busy process on each core. */
async function startSlowSystem(cores: number) {
  await using parts = new AsyncDisposableStack()
  const limit = parts.use(await openCpuLimit(cores))
  parts.use(openBusyNeighbours())
  const settings = { plans: unthrottledPlans, workerNode: limit.node, workerEnv: { CONCURRENCY: '3' } }
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
  await workspace.patchMap(id, markedMap({ map: number, write: 2 }, SMALL_NODES))
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
})
