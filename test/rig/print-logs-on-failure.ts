import { afterEach } from 'vitest'
import { type ServiceLog, collectServices } from './service-logs.ts'
import { readSharedLogs } from './shared-system.ts'

const SHOWN_LINES = 60

// Vitest loads this module for each test file, and service-logs.ts once for all files of a process.
afterEach(async ({ task }) => {
  const { state, startTime } = task.result ?? {}
  const services = collectServices()
  if (state !== 'fail') return
  for (const service of [...services, ...(await readSharedLogs())]) printLogs(service, startTime ?? 0)
})

function printLogs({ name, pid, logs }: ServiceLog, since: number): void {
  const recent = logs.filter(({ time }) => typeof time !== 'string' || Date.parse(time) >= since)
  const lines = recent.slice(-SHOWN_LINES).map((it) => JSON.stringify(it))
  if (lines.length > 0) console.log(`What ${name} (${pid}) logged meanwhile:\n${lines.join('\n')}`)
}
