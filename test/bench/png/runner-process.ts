/** The other side of `runner.ts`: opens one variant and has it draw what the parent asks for. */
import { inFlight } from '../in-flight.ts'
import type { Picture, RunnerReply, RunnerRequest } from './runner.ts'
import type { Surroundings, Variant } from './variant.ts'
import { type VariantName, variants } from './variants.ts'

const PNG_SIGNATURE = '89504e470d0a1a0a'

const [, , name, surroundings] = process.argv
// Ctrl-C reaches this process too; the parent lets it end in order.
process.on('SIGINT', () => {})
const variant = await variants[name as VariantName].open(JSON.parse(surroundings!) as Surroundings).catch(tellAndExit)
process.on('message', (request: RunnerRequest) => {
  run(variant, request).then(tell, (error: Error) => tell({ kind: 'failed', reason: error.stack ?? error.message }))
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
tell({ kind: 'ready' })

function tell(reply: RunnerReply): void {
  if (process.connected) process.send!(reply)
}

function tellAndExit(error: Error): never {
  tell({ kind: 'failed', reason: error.stack ?? error.message })
  process.exit(1)
}

async function run(variant: Variant, { samples, inFlight: count }: RunnerRequest): Promise<RunnerReply> {
  const jobs: (() => Promise<Uint8Array>)[] = []
  for (const sample of samples) jobs.push(await variant.prepare(sample))
  const started = performance.now()
  const pictures = await inFlight(jobs, count, async (make): Promise<Picture> => {
    const began = performance.now()
    const png = await make()
    return { ms: performance.now() - began, bytes: png.length, ...sizeOf(png) }
  })
  return { kind: 'ran', run: { pictures, elapsedMs: performance.now() - started } }
}

/** Width and height in px. @throws Error where it is no PNG, so that no variant is quick by failing */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength)
  if (bytes.toString('hex', 0, 8) !== PNG_SIGNATURE) throw new Error('not a PNG')
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
