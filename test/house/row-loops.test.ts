import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('the compiled loops of the encoder are those of their source', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [compiler, ...args] = String(scripts['build:loops']).split(' ')
  const committed = args[args.indexOf('-o') + 1]!
  const folder = await mkdtemp(join(tmpdir(), 'maps-loops-'))
  try {
    const fresh = join(folder, 'row-loops.wasm')
    const toFresh = args.map((it) => (it === committed ? fresh : it))
    await promisify(execFile)(join(root, 'node_modules/.bin', compiler!), toFresh, { cwd: root })
    const isSame = (await readFile(fresh)).equals(await readFile(join(root, committed)))

    expect(isSame, 'npm run build:loops').toBe(true)
  } finally {
    await rm(folder, { recursive: true })
  }
})
