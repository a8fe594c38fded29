import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { exportFormats } from '@maps/shared/file-formats'
import { expect, it } from 'vitest'
import { createRandom } from '../bench/random.ts'
import { ROOM_MS, seed } from './run-size.ts'
import { openFleet } from './fleet.ts'
import { findFaults, findMiscounted } from './history.ts'
import { strikeFor } from './nemesis.ts'
import { signatureIn } from './signed-maps.ts'
import { createRecorder, type Ledger, type RecordingClient } from './recorder.ts'

const durationMs = 600_000
const clients = 4
const gateways = 2
/** After each deed: a history is to be long in time, not only in entries. */
const LONGEST_PAUSE_MS = 60

async function actUntil(stop: AbortSignal, recorder: RecordingClient, pause: () => number): Promise<void> {
  while (!stop.aborted) {
    await recorder.act()
    await sleep(pause())
  }
}

it('no acknowledged change is lost, and no file is foreign or stale, under kills, stops and restarts', async ({
  annotate,
}) => {
  console.log(`SEED=${seed}`)
  await using fleet = await openFleet({ gateways, workers: 2, workerEnv: { CONCURRENCY: '2' } })
  const team = await fleet.createClient()
  const ledger: Ledger = { history: [], maps: [], nextNumber: 1 }
  const { history } = ledger
  const recorders = Array.from({ length: clients }, (_, client) => {
    return createRecorder(client, team, gateways, ledger, createRandom(`${seed} client ${client}`))
  })
  const stop = new AbortController()
  const pauses = createRandom(`${seed} pauses`)
  const acting = Promise.all(recorders.map((it) => actUntil(stop.signal, it, () => pauses.below(LONGEST_PAUSE_MS))))
  const randomOf = (target: number) => createRandom(`${seed} target ${target}`)
  const strikes = await strikeFor(durationMs, fleet, randomOf).finally(() => stop.abort())
  await acting

  // Once the faults are over, everything is there and works, by every gateway.
  for (const gateway of fleet.gateways.members.keys()) {
    const healed = () => recorders[0]!.exportAs('markdown', ledger.maps.at(-1)!, gateway)
    await expect.poll(async () => (await healed()).outcome, { timeout: EXPORT_DEADLINE_MS + ROOM_MS }).toBe('ok')
  }
  for (const [index, map] of ledger.maps.entries()) {
    const format = exportFormats[index % exportFormats.length]!
    const last = [await recorders[0]!.read(map, index % 2), await recorders[0]!.exportAs(format, map, (index + 1) % 2)]
    expect(last.map((it) => it.outcome)).toEqual(['ok', 'ok'])
  }
  const listed = (await team.listMaps()).map((it) => signatureIn(JSON.stringify(it)).map)

  const countOf = (kind: string, outcome: string) =>
    history.filter((it) => it.kind === kind && it.outcome === outcome).length
  const kinds = ['create', 'write', 'read', 'export']
  const counts = (outcome: string) => kinds.map((it) => `${countOf(it, outcome)} ${it}`).join(', ')
  const struck = Object.entries(strikes).map(([name, count]) => `${count} × ${name}`)
  await annotate(
    `seed ${seed}, ${durationMs / 1_000} s: ${struck.join(', ')}; done: ${counts('ok')}; ` +
      `refused: ${counts('refused')}; cut off: ${counts('unknown')}`,
    'measured',
  )
  expect(findFaults(history)).toEqual([])
  expect(findMiscounted(history, listed)).toEqual([])
  for (const kind of ['write', 'read', 'export']) expect(countOf(kind, 'ok'), kind).toBeGreaterThan(30)
  expect(await fleet.workers.orphans(10_000)).toEqual([])
}, 1_200_000)
