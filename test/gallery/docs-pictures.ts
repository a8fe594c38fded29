/** Makes the pictures and sample files in `docs/` with the service's own renderers: `npm run docs:pictures`. */
import { writeFile } from 'node:fs/promises'
import { docsFolder, listSamples, renderSample } from './samples.ts'
import { openStudio } from './studio.ts'

await using studio = await openStudio()
for (const sample of await listSamples()) {
  const bytes = await renderSample(sample, studio)
  await writeFile(new URL(sample.path, docsFolder), bytes)
  console.log(`docs/${sample.path}  ${bytes.length} bytes`)
}
