import { SetupError } from '@maps/shared/config'
import { readSchemaState } from '../../store/migrate.ts'
import { openPostgres, type Client } from '../../store/postgres.ts'
import { checkServerVersion, readServerFacts } from '../../store/server-facts.ts'
import { failed, type CheckResult, ok, reasonOf, warn } from './check-result.ts'

const MAX_CLOCK_DIFFERENCE_MS = 5_000

/** Checks that the database can be reached, and its encoding, clock and schema. */
export async function* checkPostgres(url: string): AsyncGenerator<CheckResult> {
  const sql = openPostgres(url)
  try {
    yield* checkServer(sql)
    yield* checkSchema(sql)
  } catch (error) {
    if (error instanceof SetupError) yield failed(error.message)
    else yield failed(`Postgres cannot be used: ${reasonOf(error)}. Start it, or correct DATABASE_URL`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

async function* checkServer(sql: Client): AsyncGenerator<CheckResult> {
  await checkServerVersion(sql)
  const queriedAt = Date.now()
  const { version, encoding, clock } = await readServerFacts(sql)
  const tookMs = Date.now() - queriedAt
  yield ok(`Postgres ${version} answers (${tookMs} ms)`)
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
  if (edited.length + pending.length === 0) yield ok(`The schema is complete (${applied.length} applied)`)
}
