import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import { type Query, readAllRows } from '../../test/rig/all-rows.ts'
import { readCommands } from '../../test/rig/documented-commands.ts'
import {
  createCheckout,
  end,
  finish,
  type LocalCheckout,
  type LocalStack,
  waitUntilUp,
} from '../../test/rig/local-checkout.ts'
import { createSample, observe } from '../../test/rig/sample-installation.ts'
import { findFreePort } from './free-port.ts'
import type { RunningStack } from './state.ts'

const commands = readCommands('docs/upgrading.md')
let checkout: LocalCheckout

beforeAll(async () => {
  checkout = await createCheckout()
})
afterEach(() => checkout.endAll())
afterAll(() => checkout[Symbol.asyncDispose]())

/** Runs the commands of the document with this title in the checkout. */
async function runDocumented(title: string): Promise<void> {
  await promisify(execFile)('bash', ['-c', commands.get(title)!], { cwd: checkout.folder })
}

async function admin(...args: string[]): Promise<string> {
  const { code, output } = await finish(checkout.start({}, 'admin.ts', ...args))
  expect({ code, output }).toMatchObject({ code: 0 })
  return output
}

/** All rows. The start uses the demo's token, so the time of its last use may differ. */
async function readRows(query: Query): Promise<Record<string, unknown[]>> {
  const rows = await readAllRows(query)
  for (const token of rows['tokens'] as { name: string; last_used_at: unknown }[]) {
    if (token.name === 'npm-start') token.last_used_at = 'the last start'
  }
  return rows
}

/** Runs a function on the database of the running stack. */
async function withDatabase<Result>(run: (query: Query) => Promise<Result>): Promise<Result> {
  const state = await readFile(join(checkout.folder, '.local/running.json'), 'utf8')
  const sql = openPostgres((JSON.parse(state) as RunningStack).databaseUrl)
  try {
    return await run(async (text) => {
      const [row] = await sql.unsafe(text)
      return JSON.stringify(Object.values(row ?? {})[0])
    })
  } finally {
    await sql.end()
  }
}

it('restores a backup of npm start: all rows, and all responses', { timeout: 360_000 }, async () => {
  const env = { PORT: String(await findFreePort(checkout.host)) }
  const start = (): Promise<LocalStack> => waitUntilUp(checkout.start(env))
  const archive = join(checkout.folder, 'maps.tar.gz')

  const stack = await start()
  const sample = await createSample({ url: stack.url, admin })
  const responses = await observe(stack.url, sample)
  const rows = await withDatabase(readRows)
  for (const [table, { length }] of Object.entries(rows)) expect(length, table).toBeGreaterThan(0)
  // The database of a running server is refused.
  await expect(runDocumented('Back up, with npm start')).rejects.toThrow('Command failed')
  expect(existsSync(archive)).toBe(false)
  await end(stack.process, 'SIGINT')
  await runDocumented('Back up, with npm start')

  const changed = await start()
  await withDatabase((query) => query('delete from maps'))
  await withDatabase((query) => query('create table newer (id int)'))
  expect(await withDatabase(readRows)).not.toEqual(rows)
  await expect(runDocumented('Restore, with npm start')).rejects.toThrow('Command failed')
  await end(changed.process, 'SIGINT')
  await runDocumented('Restore, with npm start')

  const restored = await start()
  expect(await withDatabase(readRows)).toEqual(rows)
  expect(await observe(restored.url, sample)).toEqual(responses)
})
