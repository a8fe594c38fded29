import { afterEach } from 'vitest'
import type { ServiceProcess } from './service-process.ts'

const SHOWN_LINES = 60

const running = new Set<ServiceProcess>()
const ended = new Set<ServiceProcess>()

/** Has the logs of these processes shown when a test fails that could have used them. */
export function showLogsOnFailure(services: readonly ServiceProcess[]): void {
  for (const service of services) {
    running.add(service)
    void moveWhenEnded(service)
  }
}

async function moveWhenEnded(service: ServiceProcess): Promise<void> {
  await service.exit
  running.delete(service)
  ended.add(service)
}

afterEach(({ task }) => {
  const { state, startTime } = task.result ?? {}
  if (state === 'fail') for (const service of [...ended, ...running]) show(service, startTime ?? 0)
  ended.clear()
})

function show({ name, pid, logs }: ServiceProcess, since: number): void {
  const recent = logs.filter(({ time }) => typeof time !== 'string' || Date.parse(time) >= since)
  const lines = recent.slice(-SHOWN_LINES).map((it) => JSON.stringify(it))
  if (lines.length > 0) console.log(`What ${name} (${pid}) logged meanwhile:\n${lines.join('\n')}`)
}
