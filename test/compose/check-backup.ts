import assert from 'node:assert/strict'
import { readAllRows } from '../rig/all-rows.ts'
import { createSample, type Installation, observe } from '../rig/sample-installation.ts'
import type { Checks } from './checks.ts'
import type { Handbook } from './handbook.ts'
import type { Stack } from './stack.ts'

/** Checks that a backup restores everything: over changed data of a newer schema, and into a fresh stack. */
export async function checkBackup(stack: Stack, handbook: Handbook, { check }: Checks): Promise<void> {
  const installation: Installation = { url: await apiUrl(stack), admin: stack.admin }
  const sample = await createSample(installation)
  const responses = await observe(installation.url, sample)
  const rows = await readRows(stack)
  const isRestored = async (): Promise<void> => {
    assert.deepEqual(await readRows(stack), rows)
    assert.deepEqual(await observe(await apiUrl(stack), sample), responses)
  }

  await check('backs up, with something in every table', async () => {
    for (const [table, { length }] of Object.entries(rows)) assert.ok(length > 0, `${table} is empty`)
    await handbook.run('Back up, with Docker')
    assert.deepEqual(await readRows(stack), rows)
  })
  await check('backs up and restores a PostgreSQL of another kind', async () => {
    await query(stack, 'create database other owner maps', 'postgres')
    await runInPostgres(stack, 'maps', handbook.commands('Back up another PostgreSQL'))
    await runInPostgres(stack, 'other', handbook.commands('Restore another PostgreSQL'))
    assert.deepEqual(await readRows(stack, 'other'), rows)
  })
  await check('leaves all data as it was for a backup that is cut off', async () => {
    await stack.run('cp maps.dump whole.dump; head -c 10000 whole.dump > maps.dump')
    await handbook.run('Restore, with Docker')
    await stack.run('mv whole.dump maps.dump')
    await isRestored()
  })
  await check('restores over changed data and a newer schema', async () => {
    await query(stack, 'create table newer (id int); delete from maps; update tokens set revoked_at = now()')
    await handbook.run('Restore, with Docker')
    await isRestored()
    await handbook.run('Delete the database before the restore, with Docker')
  })
  await check('comes up anew, without any data', async () => {
    await stack.run('docker compose down --volumes')
    await handbook.run('Start')
  })
  await check('loses data where tables are restored beside others: the control', async () => {
    await stack.run('docker compose exec -T postgres pg_restore -U maps --no-owner --dbname=maps < maps.dump || true')
    await assert.rejects(isRestored, /deep/)
  })
  await check('restores into a fresh stack', async () => {
    await handbook.run('Restore, with Docker')
    await isRestored()
  })
}

async function apiUrl(stack: Stack): Promise<string> {
  const [first] = await stack.gateways()
  return `${first}/api/v1`
}

function readRows(stack: Stack, database = 'maps'): Promise<Record<string, unknown[]>> {
  return readAllRows((sql) => query(stack, sql, database))
}

/** Runs a query as a superuser. */
function query(stack: Stack, sql: string, database = 'maps'): Promise<string> {
  return stack.exec('postgres', ['psql', '--username=postgres', '--no-psqlrc', '-qAt', '-c', sql, database])
}

/** Runs commands that reach a database of the stack by its URL. */
async function runInPostgres(stack: Stack, database: string, commands: string): Promise<void> {
  const url = `postgres:///${database}?user=maps`
  await stack.exec('postgres', ['sh', '-ec', `cd /tmp; export SERVER_URL='${url}'; ${commands}`])
}
