import { setTimeout as sleep } from 'node:timers/promises'
import { deadlineIn } from '@maps/shared/deadline'
import { createLiveClient } from '../../services/gateway/store/live-client.ts'
import { readRows } from '../security/secrets.ts'
import type { Recording } from './recording.ts'

const EVERY_MS = 5_000
const LOOK_WITHIN_MS = 5_000

/** Rows of Postgres that are left of deleted maps. */
export interface Remains {
  /** Number of times that Postgres was read. */
  looks: number
  rows: Set<string>
}

/** Looks for what is left of deleted maps until the signal, and once afterwards. Postgres may be stopped until then. */
export async function watchRemains(databaseUrl: string, recording: Recording, signal: AbortSignal): Promise<Remains> {
  const client = createLiveClient(databaseUrl, 1, LOOK_WITHIN_MS)
  const remains: Remains = { looks: 0, rows: new Set() }
  const look = async (): Promise<void> => {
    const deleted = recording.maps.filter((it) => it.isDeleted)
    const rows = await client.run(deadlineIn(LOOK_WITHIN_MS), readRows)
    for (const row of rowsOf(deleted, rows)) remains.rows.add(row)
    remains.looks++
  }
  while (!signal.aborted) {
    await look().catch(() => {})
    await sleep(EVERY_MS, undefined, { signal }).catch(() => {})
  }
  await look()
  await client.end({ timeout: 1 })
  return remains
}

/** Rows with a marker of one of these maps, or with its id. The row of an idempotency key has the id alone: it keeps a retry from making the map again. */
function rowsOf(maps: Recording['maps'], rows: readonly string[]): string[] {
  const numbers = new Set(maps.map((it) => it.map))
  const ids = new Set(maps.map((it) => it.id))
  return rows.filter((row) => {
    const hasMarker = [...row.matchAll(/\bN(\d+)x\d+\b/g)].some(([, map]) => numbers.has(Number(map)))
    const hasId = [...row.matchAll(/[\da-f-]{36}/g)].some(([id]) => ids.has(id))
    return hasMarker || (hasId && !row.includes('"key_hash"'))
  })
}
