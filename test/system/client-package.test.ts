import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { installDownload, systemNode } from '../rig/served-package.ts'
import { useSystem } from '../rig/shared-system.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const run = promisify(execFile)

const { system, client: workspace } = await useSystem()
/** Folder in which only the package is installed. */
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-client-'))
  await installDownload(system.url, 'maps-client.tgz', folder)
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs a program in `folder`. @returns its output */
async function runProgram(name: string, text: string): Promise<string> {
  await writeFile(join(folder, name), text)
  const env = { PATH: process.env.PATH, MAPS_URL: `${system.url}/api/v1`, MAPS_TOKEN: workspace.token }
  return (await run(systemNode(), [name], { cwd: folder, env })).stdout
}

describe('the package of the TypeScript client', () => {
  it('has what its README promises, which works in plain JavaScript', async () => {
    const readme = await readFile(join(folder, 'node_modules/maps-service-client/README.md'), 'utf8')
    const blocks = Array.from(readme.matchAll(/```js\n(.*?)```/gs), ([, code]) => code)
    expect(blocks).toHaveLength(6)
    expect(await runProgram('readme.js', blocks.join('\n'))).toMatch(
      /^[0-9a-f-]{36} Web shop private\n2 .* After the launch\n1 .*\ntrue \[.*\]\n$/s,
    )
    expect((await readFile(join(folder, 'web-shop.png'))).subarray(1, 4).toString()).toBe('PNG')
    expect(await workspace.listMaps()).toMatchObject([{ name: 'In time' }])
  })

  it('holds its licence, and no source', async () => {
    const files = await readdir(join(folder, 'node_modules/maps-service-client'), { recursive: true })
    expect(files).toEqual(expect.arrayContaining(['dist/LICENSE', 'dist/index.js', 'dist/index.d.ts', 'package.json']))
    expect(files.filter((it) => /(?<!\.d)\.ts$|test/.test(it))).toEqual([])
  })

  it('has types for TypeScript', async () => {
    await writeFile(join(folder, 'typed.ts'), typedProgram)
    const options = '--noEmit --strict --target es2022 --lib es2022,dom --module nodenext'.split(' ')
    const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
    await run(process.execPath, [compiler, ...options, 'typed.ts'], { cwd: folder })
  })
})

/** A program whose lines compile, but for the line below each expected error. */
const typedProgram = `
import { type ArchitectureMap, createClient, NotFoundError, type VersionedMap } from 'maps-service-client'

const maps = createClient({ baseUrl: 'https://maps.example/api/v1', token: 'secret', retries: 1 })
// @ts-expect-error
createClient({})

for await (const some of maps.list({ fields: ['id', 'isPublic'] })) {
  console.log(some.id, some.shareUrl?.length)
  // @ts-expect-error
  console.log(some.name)
}
for await (const { id, ...none } of maps.list({ fields: ['id'], q: 'tea' })) {
  // @ts-expect-error
  console.log(none.shareUrl)
}
// @ts-expect-error
maps.list({ fields: ['cost'] })
for await (const whole of maps.list({ pageSize: 10 })) {
  const map: ArchitectureMap = whole
  // @ts-expect-error
  await maps.update(map, { name: 'x' })
}

const map: VersionedMap = await maps.get('id')
await maps.update(map, { edges: [{ source: 'a', target: 'b', line: 'step' }] })
// @ts-expect-error
await maps.create({ name: 'x', edges: [{ source: 'a', target: 'b', line: 'round' }] })

const { bytes } = await maps.export('id', 'png', { theme: 'dark', signal: AbortSignal.timeout(1) })
bytes satisfies Uint8Array
// @ts-expect-error
await maps.export('id', 'png', { part: 1 })
const { stream } = await maps.exportStream('id', 'notion', { part: 1 })
stream.getReader()

console.log(new NotFoundError({}).fields['name']?.length)
`
