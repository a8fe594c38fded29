import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { docsFolder, listSamples, renderSample } from './samples.ts'
import { openStudio, type Studio } from './studio.ts'

let studio: Studio
beforeAll(async () => {
  studio = await openStudio()
})
afterAll(() => studio[Symbol.asyncDispose]())

/** A picture's bytes, and the widths of texts on a board, follow the browser; the gallery's references hold those. */
const samples = (await listSamples()).filter(({ format }) => format !== 'png' && format !== 'figma')

it.each(samples)('docs/$path is what an export makes: else run npm run docs:pictures', async (sample) => {
  const written = await readFile(new URL(sample.path, docsFolder), 'utf8')

  const made = await renderSample(sample, studio)

  expect(written).toBe(made.toString('utf8'))
})
