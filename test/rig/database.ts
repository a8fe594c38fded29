import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The database that all others are copies of: migrated, and empty. */
    templateUrl: string
  }
}

export interface Database extends AsyncDisposable {
  url: string
}

/** A database of the test's own, dropped at its end: migrated, or with nothing in it at all. */
export async function createDatabase({ isEmpty = false, templateUrl = inject('templateUrl') } = {}): Promise<Database> {
  const template = new URL(templateUrl)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await administer(template, `create database ${name} template ${isEmpty ? 'template0' : template.pathname.slice(1)}`)
  return {
    url: atDatabase(template, name),
    [Symbol.asyncDispose]: () => administer(template, `drop database ${name} with (force)`),
  }
}

async function administer(server: URL, command: string): Promise<void> {
  const sql = openPostgres(atDatabase(server, 'postgres'))
  try {
    await sql`set statement_timeout = 0`
    await sql.unsafe(command)
  } finally {
    await sql.end()
  }
}

function atDatabase(server: URL, name: string): string {
  return new URL(`/${name}`, server).href
}
