import { cp, mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readBuildId, type ServiceName } from './build-id.ts'

const services: ServiceName[] = ['gateway', 'render-worker']
const sources = {
  'package-lock.json': '{ "packages": {} }',
  'shared/map.ts': 'export const MAX_NODES = 1',
  'services/gateway/main.ts': 'listen()',
  'services/render-worker/main.ts': 'work()',
  'services/render-worker/page/loops.wasm': '\0asm',
}

async function createCheckout(files: Readonly<Record<string, string>> = sources) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'maps-build-'))
  const checkout = {
    read: (service: ServiceName) => readBuildId(service, undefined, folder.path),
    path: folder.path,
    async write(file: string, text: string) {
      await mkdir(dirname(join(folder.path, file)), { recursive: true })
      await writeFile(join(folder.path, file), text)
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
  for (const [file, text] of Object.entries(files)) await checkout.write(file, text)
  return checkout
}

describe('the id of a build', () => {
  it('is the given one', () => {
    expect(readBuildId('gateway', '3f2a9c1')).toBe('3f2a9c1')
  })

  it('else stands for the sources, wherever they are', async () => {
    await using checkout = await createCheckout()
    await using copy = await createCheckout({})
    await cp(checkout.path, copy.path, { recursive: true })
    for (const service of services) {
      expect(checkout.read(service)).toMatch(/^[0-9a-f]{16}$/)
      expect(copy.read(service)).toBe(checkout.read(service))
    }
    expect(checkout.read('gateway')).not.toBe(checkout.read('render-worker'))
  })

  it.each(Object.keys(sources))('changes with one byte of %s, for the services that have it', async (file) => {
    await using checkout = await createCheckout()
    const before = services.map(checkout.read)
    await checkout.write(file, `${await readFile(join(checkout.path, file), 'utf8')} `)
    const owner = services.find((it) => file.startsWith(`services/${it}/`))
    const changed = services.filter((it, index) => checkout.read(it) !== before[index])
    expect(changed).toEqual(owner ? [owner] : services)
  })

  it('changes with a file that is added, renamed, or begins where another ends', async () => {
    const ids = new Set<string>()
    const variants = [{}, { 'shared/a.ts': 'bc' }, { 'shared/b.ts': 'bc' }, { 'shared/a.ts': 'b', 'shared/b.ts': 'c' }]
    for (const added of variants) {
      await using checkout = await createCheckout({ ...sources, ...added })
      ids.add(checkout.read('render-worker'))
    }
    expect(ids.size).toBe(variants.length)
  })

  it('does not change with tests, notes and packages in their folders', async () => {
    await using checkout = await createCheckout()
    const before = checkout.read('render-worker')
    const others = ['main.test.ts', 'page/ICONS.md', 'Dockerfile', '.main.ts.swp', 'node_modules/zod/index.js']
    for (const file of others) await checkout.write(`services/render-worker/${file}`, 'changed')
    expect(checkout.read('render-worker')).toBe(before)
  })

  it('needs the lockfile', async () => {
    await using checkout = await createCheckout({ 'shared/a.ts': '', 'services/gateway/main.ts': '' })
    expect(() => checkout.read('gateway')).toThrow(/package-lock\.json/)
  })
})
