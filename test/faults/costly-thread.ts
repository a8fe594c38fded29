import type { RenderTask } from '../../services/render-worker/threads/render-thread.ts'
import { threadId } from 'node:worker_threads'

/** In the place of the render thread: works on a map without end, or keeps ever more of it, as the name of the map says. */
export async function render({ map, port }: RenderTask): Promise<never> {
  port.postMessage(threadId)
  const { name } = JSON.parse(map) as { name: string }
  const kept: unknown[] = []
  for (let turn = 0; ; turn++) {
    if (name === 'grows') kept.push(Array.from({ length: 1_000_000 }).fill(turn))
    if (name === 'breaks') throw new Error('the thread is broken')
  }
}
