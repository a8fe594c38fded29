import type { ServiceProcess } from './service-process.ts'

/** A service's log, printed when a test fails. */
export type ServiceLog = Pick<ServiceProcess, 'name' | 'pid' | 'logs'>

const running = new Set<ServiceProcess>()
const ended = new Set<ServiceProcess>()

/** Registers services whose logs print-logs-on-failure.ts prints when a test fails during their lifetime. */
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

/** The registered services that run, or have ended since the last call. */
export function collectServices(): ServiceProcess[] {
  const all = [...ended, ...running]
  ended.clear()
  return all
}
