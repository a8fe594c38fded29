import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { docsFolder, listSamples, renderSample } from './samples.ts'
import { openPictureRenderer, type PictureRenderer } from './picture-renderer.ts'

let renderer: PictureRenderer
beforeAll(async () => {
  renderer = await openPictureRenderer()
})
afterAll(() => renderer[Symbol.asyncDispose]())

/** Only the formats that do not depend on the browser; the gallery's references cover pictures. */
const samples = (await listSamples()).filter(({ format }) => format !== 'png' && format !== 'figma')

it.each(samples)('docs/$path is what an export makes: else run npm run docs:pictures', async (sample) => {
  const written = await readFile(new URL(sample.path, docsFolder), 'utf8')

  const made = await renderSample(sample, renderer)

  expect(written).toBe(made.toString('utf8'))
})
