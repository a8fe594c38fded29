/** Writes the pictures and sample files in `docs/` with the service's renderers: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises'
import { docsFolder, listSamples, renderSample } from './samples.ts'
import { openPictureRenderer } from './picture-renderer.ts'

await using renderer = await openPictureRenderer()
for (const sample of await listSamples()) {
  const bytes = await renderSample(sample, renderer)
  await writeFile(new URL(sample.path, docsFolder), bytes)
  console.log(`docs/${sample.path}  ${bytes.length} bytes`)
}
