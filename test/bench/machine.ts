import { cpus, loadavg, release, totalmem } from 'node:os'

/** Describes the machine in one line: processor, memory, system, Node version and load. */
export function machineLine(): string {
  const [cpu] = cpus()
  const [load = 0] = loadavg()
  const hardware = `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB`
  return `${hardware}, ${process.platform} ${release()}, Node ${process.versions.node}, load at the start ${load.toFixed(1)}`
}
