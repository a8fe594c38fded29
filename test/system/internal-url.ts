import type { ServiceProcess } from '../rig/service-process.ts'

/** Base address of a gateway's internal endpoints: metrics, scale and the queue page. */
export function internalUrl({ logs }: ServiceProcess): string {
  return `http://127.0.0.1:${Number(logs.find((it) => it.msg === 'listening')!.internalPort)}`
}
