import { Worker } from 'bullmq'
import { defaultConcurrency } from '../../../services/render-worker/config.ts'
import { ECHO_QUEUE } from './echo-queue.ts'

const [, , url = ''] = process.argv
const worker = new Worker(ECHO_QUEUE, async () => 'done', { connection: { url }, concurrency: defaultConcurrency })
await worker.waitUntilReady()
process.send?.('ready')
process.once('disconnect', () => process.exit())
