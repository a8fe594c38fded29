import { execFile } from 'node:child_process'
import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('the compiled loops of the encoder are up to date with their source', async () => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const [compiler, ...args] = String(scripts['build:loops']).split(' ')
  const committed = args[args.indexOf('-o') + 1]!
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-loops-'))
  const output = join(folder.path, 'row-loops.wasm')
  const outputArgs = args.map((it) => (it === committed ? output : it))
  await promisify(execFile)(join(root, 'node_modules/.bin', compiler!), outputArgs, { cwd: root })
  const isSame = (await readFile(output)).equals(await readFile(join(root, committed)))
  expect(isSame, 'npm run build:loops').toBe(true)
})
