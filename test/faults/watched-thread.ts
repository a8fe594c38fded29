import { registerHooks } from 'node:module'
import { BroadcastChannel, parentPort } from 'node:worker_threads'

/** Replaces the render thread by one that reports each module that it loads once it is warm, on the channel `late-modules`. */
const channel = new BroadcastChannel('late-modules')
const { postMessage } = parentPort!
let isWarm = false
parentPort!.postMessage = (message, transfer) => {
  isWarm ||= message === 'warm'
  postMessage.call(parentPort, message, transfer as [])
}
registerHooks({
  load(url, context, nextLoad) {
    if (isWarm) channel.postMessage(url)
    return nextLoad(url, context)
  },
})
await import('../../services/render-worker/threads/render-thread.ts')
