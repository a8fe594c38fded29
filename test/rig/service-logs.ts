import type { ServiceProcess } from './service-process.ts'

/** Of a service, as much as is shown of it when a test fails. */
export type ServiceLog = Pick<ServiceProcess, 'name' | 'pid' | 'logs'>

const running = new Set<ServiceProcess>()
const ended = new Set<ServiceProcess>()

/** Has the logs of these processes shown when a test fails that could have used them: see failing-logs.ts. */
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

/** The services that run, and those that have ended since the last call. */
export function takeServices(): ServiceProcess[] {
  const all = [...ended, ...running]
  ended.clear()
  return all
}
