import { SetupError } from '@maps/shared/config'
import { readSchemaState, untrusted } from '../../store/migrate.ts'
import { readLayoutFacts } from '../../store/layouts.ts'
import { readRevisionFacts } from '../../store/revisions.ts'
import {
  isCertificateError,
  isDiskFullError,
  isPrivilegeError,
  isTooManyConnectionsError,
  connectPostgres,
  type Client,
} from '../../store/postgres.ts'
import { checkServerVersion, readServerFacts, type ServerFacts } from '../../store/server-facts.ts'
import { failed, type CheckResult, ok, reasonOf, warn } from '../../operations/check-result.ts'

const MAX_CLOCK_DIFFERENCE_MS = 5_000
const MAX_RESPONSE_MS = 500
const MAX_USED_CONNECTIONS = 0.9

/** Checks that the database can be reached, and its encoding, clock and schema. */
export async function* checkPostgres(url: string): AsyncGenerator<CheckResult> {
  await using parts = new AsyncDisposableStack()
  try {
    const sql = parts.adopt(await connectPostgres(url), (it) => it.end({ timeout: 1 }))
    const facts = yield* checkServer(sql)
    if (!facts.isReadOnly) yield* checkDisk(sql)
    yield* checkSchema(sql)
  } catch (error) {
    if (error instanceof SetupError) yield failed(error.message)
    else yield failed(faultOf(error))
  }
}

/** Says why a server cannot be used, and what to do. */
function faultOf(error: unknown): string {
  if (isCertificateError(error)) return `Postgres cannot be used: ${untrusted(error)}`
  if (isTooManyConnectionsError(error)) {
    return 'Postgres accepts no more connections: raise max_connections, or lower DATABASE_CONNECTIONS of the gateways'
  }
  return `Postgres cannot be used: ${reasonOf(error)}. Start it, or correct DATABASE_URL`
}

async function* checkServer(sql: Client): AsyncGenerator<CheckResult, ServerFacts> {
  await checkServerVersion(sql)
  const queriedAt = Date.now()
  const facts = await readServerFacts(sql)
  const { version, encoding, clock } = facts
  const tookMs = Date.now() - queriedAt
  const answers = `Postgres ${version} answers (${tookMs} ms)`
  yield tookMs > MAX_RESPONSE_MS
    ? failed(`${answers}, too slowly: look for its load, its locks and the network`)
    : ok(answers)
  yield* checkCapacity(facts)
  if (encoding !== 'UTF8') {
    yield failed(`The database keeps text as ${encoding}, which lacks most letters: make it anew with encoding UTF8`)
  }
  const aheadMs = clock.getTime() - (queriedAt + tookMs / 2)
  if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS) {
    const seconds = (Math.abs(aheadMs) / 1_000).toFixed(0)
    yield failed(
      `The clock of Postgres is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} this machine's: ` +
        'set both by NTP; it is by that clock that tokens expire and maps are dated',
    )
  }
  return facts
}

function* checkCapacity({
  isStandby,
  isReadOnly,
  lacksRights,
  connections,
  maxConnections,
}: ServerFacts): Generator<CheckResult> {
  if (isStandby)
    yield failed('Postgres is a standby, so changes of maps are answered with 503: promote it, or correct DATABASE_URL')
  else if (isReadOnly) {
    yield failed(
      'Postgres accepts no writes, so changes of maps are answered with 503: reset default_transaction_read_only',
    )
  }
  if (lacksRights) {
    yield failed(
      'The role of DATABASE_URL may not write maps, so changes of maps are answered with 503: make it the owner of the tables',
    )
  }
  if (connections > MAX_USED_CONNECTIONS * maxConnections) {
    yield warn(`Of ${maxConnections} connections of Postgres, ${connections} are in use: raise max_connections`)
  }
}

/** Writes 1 MiB and commits: on a full disk, small changes may still find room in what the tables have. The table is gone with the statement. */
async function* checkDisk(sql: Client): AsyncGenerator<CheckResult> {
  try {
    await sql`create temporary table trial on commit drop as select repeat('x', 1000) from generate_series(1, 1000)`
  } catch (error) {
    // A role need not have the right to create temporary tables.
    if (isPrivilegeError(error)) return
    if (!isDiskFullError(error)) throw error
    yield failed(
      `Postgres has no space, so changes of maps are answered with 503 (${reasonOf(error)}): make room on its disk`,
    )
  }
}

async function* checkSchema(sql: Client): AsyncGenerator<CheckResult> {
  const { applied, pending, edited, unknown } = await readSchemaState(sql)
  for (const name of edited) {
    yield failed(`Migration ${name} was edited after it had been applied, so no gateway starts: restore the file`)
  }
  if (pending.length > 0) {
    yield failed(`The schema lacks ${pending.join(', ')}: start a gateway of this version, which migrates it`)
  }
  if (unknown.length > 0) {
    yield warn(`The schema is newer than this version (${unknown.join(', ')}): upgrade this gateway too`)
  }
  if (edited.length + pending.length > 0) return
  yield ok(`The schema is complete (${applied.length} applied)`)
  yield* checkRevisions(sql)
  yield* checkLayouts(sql)
}

async function* checkRevisions(sql: Client): AsyncGenerator<CheckResult> {
  const { isKept, count, bytes } = await readRevisionFacts(sql)
  if (isKept) yield ok(`Earlier versions of maps are kept (${count}, with ${mebibytes(bytes)} MiB)`)
  else {
    yield failed(
      'Changes of maps keep no earlier version: alter table maps enable trigger keep_revision, or restore the database from a backup',
    )
  }
}

async function* checkLayouts(sql: Client): AsyncGenerator<CheckResult> {
  const { isCounted, count, bytes } = await readLayoutFacts(sql)
  if (isCounted) yield ok(`Pinned layouts of maps are counted (${count}, with ${mebibytes(bytes)} MiB)`)
  else {
    yield failed(
      'Pinned layouts of maps are not counted, so they pass the limits of plans: alter table map_layouts enable trigger count_layout',
    )
  }
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 1024 ** 2)
}
