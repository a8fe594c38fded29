import { setTimeout as sleep } from 'node:timers/promises'
import { EXPORT_DEADLINE_MS } from '@maps/shared/export-job'
import { exportFormats } from '@maps/shared/file-formats'
import { expect, it } from 'vitest'
import { createRandom, type Random } from '../bench/random.ts'
import { startTestPostgres } from '../rig/postgres.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { openFleet } from './fleet.ts'
import { type Anomaly, anomalyKinds, findAnomalies } from './history.ts'
import { exportMap, listMaps, listVersions, readLayout, readMap, readPage, readVersion } from './map-reads.ts'
import { KEPT_VERSIONS } from './map-register.ts'
import { injectFaults } from './nemesis.ts'
import { runRandomOperation } from './recorder.ts'
import { watchRemains } from './remains.ts'
import { newRecording, type Recorded, type Recording, type Session } from './recording.ts'
import { TOLERANCE_MS, seed } from './run-size.ts'
import { openSessions } from './sessions.ts'
import { findTokenAnomalies, recordToken, type RecordedToken } from './token-uses.ts'

/** Duration of the faults; `NEMESIS_SECONDS` sets another. */
const durationMs = Number(process.env['NEMESIS_SECONDS'] ?? 600) * 1_000
const gateways = 2
/** Longest pause of a client after an operation: it spreads the operations over the whole run. */
const MAX_PAUSE_MS = 60
/** Time from one token to the next, so that the refusals stay below 30 a minute. */
const TOKEN_EVERY_MS = 10_000

async function runClient(session: Session, pauses: Random, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    await runRandomOperation(session)
    await sleep(pauses.below(MAX_PAUSE_MS))
  }
}

/** Creates tokens, each of which is used, revoked, and used until it must be refused. */
async function runTokens(team: TestWorkspace, random: Random, signal: AbortSignal): Promise<RecordedToken[]> {
  const lives: Promise<RecordedToken>[] = []
  while (!signal.aborted) {
    const isReadOnly = random.below(2) === 0
    const created = await team.createToken({ isReadOnly }).catch(() => undefined)
    if (created) {
      const headers = { Authorization: `Bearer ${created.token}` }
      const use = () =>
        team.request('GET', '/maps', { headers, query: { limit: '1' }, gateway: random.below(gateways) })
      lives.push(recordToken({ use, revoke: () => team.revokeToken(created.id), signal }))
    }
    await sleep(TOKEN_EVERY_MS, undefined, { signal }).catch(() => {})
  }
  return Promise.all(lives)
}

/** After the last fault, reads all that there is through all gateways. Each response must come. */
async function readAll(session: Session): Promise<void> {
  const { maps, links } = session.recording
  const hasResponse = async (operation: () => Promise<Recorded>) =>
    expect
      .poll(async () => (await operation()).outcome, { timeout: EXPORT_DEADLINE_MS + TOLERANCE_MS })
      .not.toBe('unknown')
  for (let gateway = 0; gateway < gateways; gateway++) {
    await hasResponse(() => exportMap(session, maps.at(-1)!, 'markdown', gateway))
    expect(await listMaps(session, gateway)).toBe('ok')
  }
  for (const [index, map] of maps.entries()) {
    const format = exportFormats[index % exportFormats.length]!
    const versions = await listVersions(session, map, index % gateways)
    const newest = versions.seen?.versions?.[0]?.version ?? 1
    const last = [
      await readMap(session, map, index % gateways),
      await exportMap(session, map, format, (index + 1) % gateways),
      await readLayout(session, map, index % gateways),
      versions,
    ]
    for (let version = 1; version <= newest; version++)
      last.push(await readVersion(session, map, version, version % gateways))
    expect(last.map((it) => it.outcome)).not.toContain('unknown')
  }
  for (const link of links.slice(-20)) await readPage(session, link, ['', undefined])
}

function describeCounts(recording: Recording): string {
  const lines = [...recording.counts].map(([name, { ok, refused, unknown }]) => {
    return `${name} ${ok} + ${refused} + ${unknown}`
  })
  return `operations (done + refused + cut off): ${lines.join(', ')}`
}

it('keeps every promise about maps, versions, pins, links and tokens under kills, stops and restarts of all parts', async ({
  annotate,
}) => {
  console.log(`SEED=${seed}`)
  await using postgres = await startTestPostgres()
  await using fleet = await openFleet({
    gateways,
    workers: 2,
    workerEnv: { CONCURRENCY: '2' },
    databaseUrl: postgres.url,
    revisions: KEPT_VERSIONS,
  })
  const team = await fleet.createClient()
  const recording = newRecording()
  const sessions = await openSessions(fleet, team, recording)
  const stop = new AbortController()
  const pauses = createRandom(`${seed} pauses`)
  const running = Promise.all(sessions.map((it) => runClient(it, pauses, stop.signal)))
  const tokensEnded = runTokens(team, createRandom(`${seed} tokens`), stop.signal)
  const settled = new AbortController()
  const watching = watchRemains(postgres.url, recording, settled.signal)
  const randomFor = (part: number) => createRandom(`${seed} part ${part}`)
  const faultCounts = await injectFaults(durationMs, { fleet, postgres }, randomFor).finally(() => stop.abort())
  await running
  await readAll(sessions[0]!)
  settled.abort()

  const anomalies = findAnomalies(recording.history, recording.lists)
  const { rows: remains, looks } = await watching
  const deletions = recording.maps.filter((it) => it.isDeleted).length
  const tokens = await tokensEnded
  const tokenAnomalies = findTokenAnomalies(tokens)
  const countOf = (kinds: readonly Anomaly['kind'][]) => anomalies.filter((it) => kinds.includes(it.kind)).length
  const found = Object.entries(anomalyKinds).map(([name, kinds]) => `${countOf(kinds)} ${name}`)
  const injected = Object.entries(faultCounts).map(([name, count]) => `${count} × ${name}`)
  await annotate(
    `${found.join(', ')}, ${remains.size} rows left of ${deletions} deleted maps; ${looks} looks at Postgres, ${tokenAnomalies.length} wrong of ${tokens.length} revoked tokens; ` +
      `seed ${seed}, ${durationMs / 1_000} s: ${injected.join(', ')}; ${describeCounts(recording)}`,
    'measured',
  )
  expect(anomalies).toEqual([])
  expect([...remains]).toEqual([])
  expect(tokenAnomalies).toEqual([])
  for (const [name, { ok, refused }] of recording.counts) expect(ok + refused, name).toBeGreaterThan(10)
  expect(await fleet.workers.orphans(10_000)).toEqual([])
}, 1_200_000)
