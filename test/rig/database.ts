import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the template database: migrated and empty. */
    templateUrl: string
  }
}

/** A database that is dropped on disposal. */
export interface Database extends AsyncDisposable {
  url: string
}

/** Creates a database for one test: migrated, or without any table where `isEmpty`. */
export async function createDatabase({ isEmpty = false, templateUrl = inject('templateUrl') } = {}): Promise<Database> {
  const template = new URL(templateUrl)
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await runOnServer(template, `create database ${name} template ${isEmpty ? 'template0' : template.pathname.slice(1)}`)
  return {
    url: databaseUrl(template, name),
    [Symbol.asyncDispose]: () => runOnServer(template, `drop database ${name} with (force)`),
  }
}

async function runOnServer(server: URL, command: string): Promise<void> {
  const sql = openPostgres(databaseUrl(server, 'postgres'))
  try {
    await sql`set statement_timeout = 0`
    await sql.unsafe(command)
  } finally {
    await sql.end()
  }
}

function databaseUrl(server: URL, name: string): string {
  return new URL(`/${name}`, server).href
}
