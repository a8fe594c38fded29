import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

/**
 * Shrinks React Flow's handles to points, so that edges start on the border of a card. A handle is a dot centred on the border,
 * and an edge starts at its outer side.
 */
const handlesOnBorder =
  '.react-flow__handle { min-width: 0; min-height: 0; width: 0; height: 0; border: 0 } main { width: 800px; height: 600px }'

/** Bundles a page that draws the pairs with React Flow. Its function `readPaths()` returns the paths. */
export async function reactFlowPage(): Promise<string> {
  const style = await readFile(fileURLToPath(import.meta.resolve('@xyflow/react/dist/style.css')), 'utf8')
  const { output } = await build({
    input: fileURLToPath(import.meta.resolve('./app.ts')),
    platform: 'browser',
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    output: { format: 'esm' },
    write: false,
    logLevel: 'silent',
  })
  const script = output[0].code.replaceAll('</script', '<\\/script')
  return `<!doctype html><meta charset="utf-8"><style>${style}${handlesOnBorder}</style><main></main><script type="module">${script}</script>`
}
