import { cpus, loadavg, release, totalmem } from 'node:os'
import { createLauncher } from './chromium.ts'
import type { Surroundings } from './variant.ts'

/** What figures depend on, a line each. */
export async function describeMachine(surroundings: Surroundings): Promise<string[]> {
  const browser = await (await createLauncher(surroundings))()
  const version = await browser.version()
  await browser.close()
  const [cpu] = cpus()
  const [load = 0] = loadavg()
  return [
    `${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform} ${release()}`,
    `Node ${process.versions.node}, ${version}`,
    `load at the start ${load.toFixed(1)}: the nearer to 0, the better the figures`,
  ]
}
