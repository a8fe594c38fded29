import { afterEach } from 'vitest'
import { takeServices } from './service-logs.ts'
import type { ServiceProcess } from './service-process.ts'

const SHOWN_LINES = 60

// It is loaded for each test file, and service-logs.ts once for all files of a process.
afterEach(({ task }) => {
  const { state, startTime } = task.result ?? {}
  for (const service of takeServices()) if (state === 'fail') show(service, startTime ?? 0)
})

function show({ name, pid, logs }: ServiceProcess, since: number): void {
  const recent = logs.filter(({ time }) => typeof time !== 'string' || Date.parse(time) >= since)
  const lines = recent.slice(-SHOWN_LINES).map((it) => JSON.stringify(it))
  if (lines.length > 0) console.log(`What ${name} (${pid}) logged meanwhile:\n${lines.join('\n')}`)
}
