import { inject } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import type { ServiceLog } from './service-logs.ts'
import { createWorkspace, type System } from './system.ts'
import type { SystemAddresses } from './system-launcher.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the launcher of shared systems. */
    systemLauncher: string
  }
}

/** What a test file may rely on of a system that others use at the same time. */
export interface SharedSystem extends AsyncDisposable, Pick<System, 'databaseUrl' | 'createWorkspace'> {
  /** Of its gateway. */
  url: string
}

/** Those that test files of this process have joined and not yet left. */
const joined = new Set<SharedSystem>()

/**
 * Gives the project's shared system: a gateway and a worker with the default settings. It starts for the first file
 * that asks; to be disposed of, which leaves it running.
 */
export async function joinSystem(): Promise<SharedSystem> {
  const { api, url, databaseUrl } = await askLauncher<SystemAddresses>('addresses')
  const sql = openPostgres(databaseUrl)
  const system: SharedSystem = {
    url,
    databaseUrl,
    createWorkspace: ({ plan = 'free' } = {}) => createWorkspace(sql, plan, api),
    async [Symbol.asyncDispose]() {
      joined.delete(system)
      await sql.end()
    },
  }
  joined.add(system)
  return system
}

/** What the shared system has logged, also of other files' requests; nothing where no file of this process uses it. */
export async function readSharedLogs(): Promise<ServiceLog[]> {
  return joined.size === 0 ? [] : askLauncher<ServiceLog[]>('logs')
}

async function askLauncher<Result>(what: 'addresses' | 'logs'): Promise<Result> {
  const answer = await fetch(`${inject('systemLauncher')}/${what}?throughPrism=${inject('throughPrism')}`)
  if (!answer.ok) throw new Error(`The shared system did not start: ${await answer.text()}`)
  return (await answer.json()) as Result
}
