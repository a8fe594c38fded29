import { machineLine } from '../machine.ts'
import { createLauncher } from './chromium.ts'
import type { Surroundings } from './variant.ts'

/** What figures of pictures depend on, a line each. */
export async function describeMachine(surroundings: Surroundings): Promise<string[]> {
  const browser = await (await createLauncher(surroundings))()
  const version = await browser.version()
  await browser.close()
  return [machineLine(), version]
}
