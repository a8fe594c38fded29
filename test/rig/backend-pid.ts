import type { Sql } from '../../services/gateway/store/postgres.ts'

/** Process id of the server's backend, which is another one for each connection. */
export async function backendPid(sql: Sql): Promise<number> {
  const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
  return row!.pid
}
