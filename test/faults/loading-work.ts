import { setTimeout as sleep } from 'node:timers/promises'
import type { RenderResult } from '../../services/render-worker/threads/thread-messages.ts'

/** Longer than the time limit in the tests of threads, as on a machine without processor time to spare. */
const LOAD_MS = 2_000
let isLoaded = false

/** Loads what an export needs, once. */
export async function load(): Promise<void> {
  if (!isLoaded) await sleep(LOAD_MS)
  isLoaded = true
}

/** Renders a file, when everything is loaded. */
export async function render(): Promise<RenderResult> {
  await load()
  return { file: { bytes: Uint8Array.from(Buffer.from('a file')) } }
}
