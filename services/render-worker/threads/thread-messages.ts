import type { ExportTask } from '@maps/shared/export-job'
import { type MessagePort, parentPort } from 'node:worker_threads'
import type { Refusal, RenderedFile } from '../renderers/renderer.ts'

/** An export to render in a thread. */
export interface RenderTask extends ExportTask {
  /** Carries browser calls. */
  port: MessagePort
}

/** The result of a task. Transferred bytes are not a Buffer. A refusal is a value, since errors lose their class between threads. */
export type RenderResult =
  { file: Omit<RenderedFile, 'bytes'> & { bytes: Uint8Array<ArrayBuffer> } } | { refusal: Refusal }

/** A message of a render thread: that it is warm, then one reply to each task. */
export type ThreadMessage = 'warm' | RenderResult | { error: Pick<Error, 'message' | 'stack'> }

/** The work of a render thread. */
export interface ThreadWork {
  /** Prepares the thread for its first task. An error ends the thread. */
  warmUp(): Promise<void>
  render(task: RenderTask): Promise<RenderResult>
}

/** Warms this thread up, then runs the tasks of the main thread, which sends each after the reply to the one before. */
export async function serveTasks({ warmUp, render }: ThreadWork): Promise<void> {
  const main = parentPort!

  async function reply(task: RenderTask): Promise<void> {
    try {
      const result = await render(task)
      send(result, 'file' in result ? [result.file.bytes.buffer] : [])
    } catch (error) {
      const { message, stack } = error as Error
      send({ error: { message, ...(stack && { stack }) } })
    }
  }

  function send(message: ThreadMessage, transfer: ArrayBuffer[] = []): void {
    main.postMessage(message, transfer)
  }

  await warmUp()
  main.on('message', (task: RenderTask) => void reply(task))
  send('warm')
}
