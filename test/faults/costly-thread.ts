import { setTimeout as sleep } from 'node:timers/promises'
import { type RenderResult, type RenderTask, serveTasks } from '../../services/render-worker/threads/thread-messages.ts'
import { growthByName } from './memory-growth.ts'

/** Longer than the time limit in the tests of renders. */
const WAIT_MS = 2_000

/** Replaces the render thread: the map's name selects a growth of memory, an endless loop, an exception (`breaks`) or a wait (`waits`). */
async function render({ map }: RenderTask): Promise<RenderResult> {
  const { name } = JSON.parse(map) as { name: string }
  if (name === 'breaks') throw new Error('the thread is broken')
  if (name === 'waits') {
    await sleep(WAIT_MS)
    return { file: { bytes: Uint8Array.from(Buffer.from('a file')) } }
  }
  const grow = growthByName[name]
  const held: unknown[] = []
  for (let round = 0; ; round++) if (grow) held.push(grow(round, held))
}

void serveTasks({ warmUp: async () => {}, render })
