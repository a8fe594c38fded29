import { answer } from '../../services/gateway/store/answer.ts'
import type { Ask } from '../../services/gateway/store/postgres.ts'

/** Of the server's process that answers: one for each connection. */
export async function backendPid(ask: Ask): Promise<number> {
  const [row] = await answer(ask<{ pid: number }[]>`select pg_backend_pid() as pid`)
  return row!.pid
}
