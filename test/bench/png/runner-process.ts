/** The child process of `runner.ts`: opens one variant and runs the parent's requests. */
import { runConcurrently } from '../run-concurrently.ts'
import type { Picture, RunnerReply, RunnerRequest } from './runner.ts'
import type { VariantContext, Variant } from './variant.ts'
import { type VariantName, variants } from './variants.ts'

const PNG_SIGNATURE = '89504e470d0a1a0a'

const [, , name, context] = process.argv
// Ctrl-C reaches this process too; the parent ends it by a disconnect.
process.on('SIGINT', () => {})
const variant = await variants[name as VariantName].open(JSON.parse(context!) as VariantContext).catch(replyAndExit)
process.on('message', (request: RunnerRequest) => {
  run(variant, request).then(reply, (error: Error) => reply({ kind: 'failed', reason: error.stack ?? error.message }))
})
process.on('disconnect', () => {
  variant[Symbol.asyncDispose]().then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
reply({ kind: 'ready' })

function reply(message: RunnerReply): void {
  if (process.connected) process.send!(message)
}

function replyAndExit(error: Error): never {
  reply({ kind: 'failed', reason: error.stack ?? error.message })
  process.exit(1)
}

async function run(variant: Variant, { specs, inFlight }: RunnerRequest): Promise<RunnerReply> {
  const jobs: (() => Promise<Uint8Array>)[] = []
  for (const spec of specs) jobs.push(await variant.prepare(spec))
  const started = performance.now()
  const pictures = await runConcurrently(jobs, inFlight, async (draw): Promise<Picture> => {
    const startedAt = performance.now()
    const png = await draw()
    return { ms: performance.now() - startedAt, bytes: png.length, ...sizeOf(png) }
  })
  return { kind: 'ran', run: { pictures, elapsedMs: performance.now() - started } }
}

/** Width and height in px. @throws Error for other bytes than a PNG, so that a failing variant does not count as fast */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (bytes.toString('hex', 0, 8) !== PNG_SIGNATURE) throw new Error('not a PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
