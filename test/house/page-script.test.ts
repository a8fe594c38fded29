import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { built, bundlePage, compileLoops } from '../../infra/build-page.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

describe('what a page of the render worker runs is up to date with its sources:', () => {
  it('the loops of the encoder', async () => {
    await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-loops-'))
    const output = join(folder.path, 'row-loops.wasm')
    await compileLoops(output)
    const isSame = (await readFile(output)).equals(await readFile(join(root, built.loops)))
    expect(isSame, 'npm run build:page').toBe(true)
  })

  it('the script', async () => {
    const isSame = (await bundlePage()) === (await readFile(join(root, built.script), 'utf8'))
    expect(isSame, 'npm run build:page').toBe(true)
  })
})
