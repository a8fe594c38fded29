import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import { type RenderResult, type RenderTask, serveTasks } from '../../services/render-worker/threads/thread-messages.ts'

const WARM_UP_MS = 300

/** Replaces the render thread: its file is the id of the thread, or never comes (the map's name is `stuck`). */
async function render({ map }: RenderTask): Promise<RenderResult> {
  if ((JSON.parse(map) as { name: string }).name === 'stuck') await new Promise(() => {})
  return { file: { bytes: Uint8Array.from(Buffer.from(String(threadId))) } }
}

void serveTasks({ warmUp: () => sleep(WARM_UP_MS), render })
