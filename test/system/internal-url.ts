import type { ServiceProcess } from '../rig/service-process.ts'

/** Where a gateway tells what is none of its clients' business. */
export function internalUrl({ logs }: ServiceProcess): string {
  return `http://127.0.0.1:${Number(logs.find((it) => it.msg === 'listening')!.internalPort)}`
}
