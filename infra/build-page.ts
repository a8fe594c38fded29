/** Builds what Chromium runs in a page of the render worker: the loops of the encoder, then one script with everything. Both are committed. */
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../', import.meta.url))
const page = 'services/render-worker/page'
const banner = '// Bundled by `npm run build:page`: change the modules that it names.'

/** The built files, by their paths from the root. */
export const built = { loops: `${page}/png-encoder/row-loops.wasm`, script: `${page}/bundle.js` }

/** Compiles the loops of the encoder into a file. */
export async function compileLoops(output: string): Promise<void> {
  const options = ['-O3', '--noAssert', '--runtime', 'stub', '--enable', 'simd', '--use', 'abort=']
  const args = [`${page}/png-encoder/row-loops.as.ts`, '-o', output, ...options]
  const compiler = fileURLToPath(import.meta.resolve('assemblyscript/bin/asc.js'))
  await promisify(execFile)(process.execPath, [compiler, ...args], { cwd: root })
}

/** Bundles the script of a page. @param entry path of its module from the root; its exports are the members of the global `page` */
export async function bundlePage(entry = `${page}/main.ts`): Promise<string> {
  const writer = await bundle(`${page}/handoff/writer-thread.ts`)
  return bundle(entry, { WRITER_SCRIPT: JSON.stringify(writer) })
}

async function bundle(entry: string, define: Record<string, string> = {}): Promise<string> {
  const { output } = await build({
    input: entry,
    cwd: root,
    platform: 'browser',
    moduleTypes: { '.wasm': 'binary' },
    transform: { define },
    output: { format: 'iife', name: 'page', banner },
    write: false,
  })
  return output[0].code
}

if (import.meta.main) {
  await compileLoops(built.loops)
  await writeFile(`${root}/${built.script}`, await bundlePage())
}
