import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { exportFormats } from '@maps/shared/file-formats'
import { expect, it } from 'vitest'
import { createRandom } from '../bench/random.ts'
import { TOLERANCE_MS, seed } from './run-size.ts'
import { openFleet } from './fleet.ts'
import { findAnomalies, findListAnomalies } from './history.ts'
import { injectFaults } from './nemesis.ts'
import { markerIn } from './marked-maps.ts'
import { createRecorder, type Recording, type RecordingClient } from './recorder.ts'

const durationMs = 600_000
const clients = 4
const gateways = 2
/** Longest pause of a client after an operation: it spreads the operations over the whole run. */
const MAX_PAUSE_MS = 60

async function runClient(client: RecordingClient, randomPauseMs: () => number, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await client.runRandomOperation()
    await sleep(randomPauseMs())
  }
}

it('no acknowledged change is lost, and no file is foreign or stale, under kills, stops and restarts', async ({
  annotate,
}) => {
  console.log(`SEED=${seed}`)
  await using fleet = await openFleet({ gateways, workers: 2, workerEnv: { CONCURRENCY: '2' } })
  const team = await fleet.createClient()
  const recording: Recording = { history: [], maps: [], nextNumber: 1 }
  const { history, maps } = recording
  const recorders = Array.from({ length: clients }, (_, client) => {
    return createRecorder(client, team, gateways, recording, createRandom(`${seed} client ${client}`))
  })
  const stop = new AbortController()
  const pauses = createRandom(`${seed} pauses`)
  const running = Promise.all(recorders.map((it) => runClient(it, () => pauses.below(MAX_PAUSE_MS), stop.signal)))
  const randomFor = (target: number) => createRandom(`${seed} target ${target}`)
  const faultCounts = await injectFaults(durationMs, fleet, randomFor).finally(() => stop.abort())
  await running

  // After the last fault, every gateway serves every map.
  for (const gateway of fleet.gateways.members.keys()) {
    const exported = () => recorders[0]!.exportAs('markdown', maps.at(-1)!, gateway)
    await expect.poll(async () => (await exported()).outcome, { timeout: EXPORT_DEADLINE_MS + TOLERANCE_MS }).toBe('ok')
  }
  for (const [index, map] of maps.entries()) {
    const format = exportFormats[index % exportFormats.length]!
    const last = [await recorders[0]!.read(map, index % 2), await recorders[0]!.exportAs(format, map, (index + 1) % 2)]
    expect(last.map((it) => it.outcome)).toEqual(['ok', 'ok'])
  }
  const listed = (await team.listMaps()).map((it) => markerIn(JSON.stringify(it)).map)

  const countOf = (kind: string, outcome: string) =>
    history.filter((it) => it.kind === kind && it.outcome === outcome).length
  const kinds = ['create', 'write', 'read', 'export']
  const counts = (outcome: string) => kinds.map((it) => `${countOf(it, outcome)} ${it}`).join(', ')
  const injected = Object.entries(faultCounts).map(([name, count]) => `${count} × ${name}`)
  await annotate(
    `seed ${seed}, ${durationMs / 1_000} s: ${injected.join(', ')}; done: ${counts('ok')}; ` +
      `refused: ${counts('refused')}; cut off: ${counts('unknown')}`,
    'measured',
  )
  expect(findAnomalies(history)).toEqual([])
  expect(findListAnomalies(history, listed)).toEqual([])
  for (const kind of ['write', 'read', 'export']) expect(countOf(kind, 'ok'), kind).toBeGreaterThan(30)
  expect(await fleet.workers.orphans(10_000)).toEqual([])
}, 1_200_000)
