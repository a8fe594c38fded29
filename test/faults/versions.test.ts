import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { type Fleet, openFleet } from './fleet.ts'
import { findAnomalies } from './history.ts'
import { KEPT_VERSIONS } from './map-register.ts'
import { runRandomOperation } from './recorder.ts'
import { newRecording } from './recording.ts'
import { watchRemains } from './remains.ts'
import { times } from './run-size.ts'
import { openSessions } from './sessions.ts'

const OPERATIONS = times(100, 400)

let fleet: Fleet
let sql: ReturnType<typeof openPostgres>

beforeAll(async () => {
  fleet = await openFleet({ gateways: 2, workers: 1, revisions: KEPT_VERSIONS })
  sql = openPostgres(fleet.databaseUrl)
}, 60_000)
afterAll(async () => {
  await sql.end()
  await fleet[Symbol.asyncDispose]()
})

/** Runs operations of four clients in a new workspace, without faults. @returns the kinds of anomalies, and the number of rows left of deleted maps */
async function runClients(): Promise<{ kinds: string[]; remains: number }> {
  const recording = newRecording()
  const sessions = await openSessions(fleet, await fleet.createClient(), recording)
  await Promise.all(
    sessions.map(async (session) => {
      for (let count = 0; count < OPERATIONS; count++) await runRandomOperation(session)
    }),
  )
  const anomalies = findAnomalies(recording.history, recording.lists)
  const { rows } = await watchRemains(fleet.databaseUrl, recording, AbortSignal.abort())
  return { kinds: anomalies.map((it) => it.kind), remains: rows.size }
}

/** Runs the clients on a database that this SQL spoils, and mends it. */
async function runSpoiled(spoil: string, mend: string): ReturnType<typeof runClients> {
  await sql.unsafe(spoil)
  try {
    return await runClients()
  } finally {
    await sql.unsafe(mend)
  }
}

/** A trigger that does this before a row of a table is written. */
const trigger = (event: string, body: string): string => `
  create function spoil() returns trigger language plpgsql as $$ begin ${body} return new; end $$;
  create trigger spoil before ${event} for each row execute function spoil()`
const dropTrigger = 'drop function spoil cascade'

const foreignKey = (table: string): [string, string] => [
  `alter table ${table} drop constraint ${table}_map_id_fkey`,
  `delete from ${table} where map_id not in (select id from maps);
   alter table ${table} add constraint ${table}_map_id_fkey foreign key (map_id) references maps on delete cascade`,
]

describe('versions, pins and what is left of deleted maps', () => {
  it('are right in a service without faults', async () => {
    expect(await runClients()).toEqual({ kinds: [], remains: 0 })
  }, 60_000)

  it.each<[title: string, kind: string, spoil: string, mend: string]>([
    [
      'no version is kept',
      'lost version',
      'alter table maps disable trigger keep_revision',
      'alter table maps enable trigger keep_revision',
    ],
    [
      'a version with a note is joined',
      'lost version',
      trigger('insert on map_revisions', 'if new.note is not null then return null; end if;'),
      dropTrigger,
    ],
    [
      'a version has the nodes of another map',
      'mixed answer',
      trigger(
        'insert on map_revisions',
        `new.nodes := coalesce(
          (select nodes from maps where id <> new.map_id and workspace_id = new.workspace_id limit 1), new.nodes);`,
      ),
      dropTrigger,
    ],
    [
      'a version has the nodes and the name of the one before it',
      'wrong version',
      trigger(
        'insert on map_revisions',
        ['name', 'nodes']
          .map((it) => {
            const before = `select ${it} from map_revisions where map_id = new.map_id order by version desc limit 1`
            return `new.${it} := coalesce((${before}), new.${it});`
          })
          .join(' '),
      ),
      dropTrigger,
    ],
    [
      'a change unpins the layout',
      'lost pin',
      trigger('update on maps', 'delete from map_layouts where map_id = new.id;'),
      dropTrigger,
    ],
  ])(
    'are found to be wrong where %s',
    async (_, kind, spoil, mend) => {
      const { kinds } = await runSpoiled(spoil, mend)
      expect(kinds).toContain(kind)
    },
    60_000,
  )

  it.each(['map_revisions', 'map_layouts'])(
    'are found to be left in %s without its foreign key',
    async (table) => {
      const { remains } = await runSpoiled(...foreignKey(table))
      expect(remains).toBeGreaterThan(0)
    },
    60_000,
  )
})
