import type { Sql } from '../../services/gateway/store/postgres.ts'

/** Process id of the PostgreSQL backend of a connection: each connection has a backend of its own. */
export async function backendPid(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row!.pid
}
