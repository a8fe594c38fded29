import { afterAll, inject } from 'vitest'
import { openPostgres } from '../../services/gateway/store/postgres.ts'
import type { ServiceLog } from './service-logs.ts'
import { createWorkspace, type System, type TestWorkspace } from './system.ts'
import type { SystemAddresses } from './system-launcher.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the launcher of shared systems. */
    systemLauncher: string
  }
}

/** A system that several test files use at the same time. */
export interface SharedSystem extends Pick<System, 'databaseUrl' | 'createWorkspace'> {
  /** Base URL of the gateway, without a path. */
  url: string
}

/** Systems that test files of this process use at the moment. */
const joined = new Set<SharedSystem>()

/**
 * Connects a test file to the vitest project's shared system, gateways and a worker with default settings, and creates a workspace of the pro
 * plan for its tests. The first call starts the system; after the tests of the file it is only disconnected.
 */
export async function useSystem(): Promise<{ system: SharedSystem; client: TestWorkspace }> {
  const { api, url, databaseUrl } = await fetchFromLauncher<SystemAddresses>('addresses')
  const sql = openPostgres(databaseUrl)
  const system: SharedSystem = {
    url,
    databaseUrl,
    createWorkspace: ({ plan = 'free' } = {}) => createWorkspace(sql, plan, api),
  }
  joined.add(system)
  afterAll(() => {
    joined.delete(system)
    return sql.end()
  })
  return { system, client: await system.createWorkspace({ plan: 'pro' }) }
}

/** Logs of the shared system, with those of other files' requests; empty where no file of this process uses it. */
export async function readSharedLogs(): Promise<ServiceLog[]> {
  return joined.size === 0 ? [] : fetchFromLauncher<ServiceLog[]>('logs')
}

async function fetchFromLauncher<Result>(path: 'addresses' | 'logs'): Promise<Result> {
  const response = await fetch(`${inject('systemLauncher')}/${path}?throughPrism=${inject('throughPrism')}`)
  if (!response.ok) throw new Error(`The shared system did not start: ${await response.text()}`)
  return (await response.json()) as Result
}
