import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differenceFolder, referenceFolder } from './paths.ts'
import { paintReference, readReference, type Reference, references } from './references.ts'
import { openPictureRenderer, type PictureRenderer } from './picture-renderer.ts'

/** Largest share of different pixels with the pinned browser, for rounding differences between processors. */
const PINNED_SHARE = 0.000_02
/** Largest share with another browser, which may render all texts differently; a new layout changes a third of a picture. */
const OTHER_SHARE = 0.05
/** Threshold of pixelmatch: above rounding differences between processors, below useful changes of a theme's colours. */
const THRESHOLD = 0.02

describe('gallery', () => {
  let renderer: PictureRenderer
  beforeAll(async () => {
    await rm(differenceFolder, { recursive: true, force: true })
    renderer = await openPictureRenderer()
    if (renderer.isPinned) return
    console.warn(
      'The Chromium that the gallery was recorded with is for Linux on x64. Another one paints it here, ' +
        `so up to ${OTHER_SHARE * 100} % of a picture’s pixels may differ.`,
    )
  })
  afterAll(() => renderer[Symbol.asyncDispose]())

  it.each(references)('paints $file as it was recorded', async (reference) => {
    const recorded = await readReference(reference)
    const now = await paintReference(reference, renderer)

    const share = await differentShare(reference, recorded, now)

    expect(share, advice(reference, recorded, now)).toBeLessThanOrEqual(renderer.isPinned ? PINNED_SHARE : OTHER_SHARE)
  })
})

/** The share of different pixels. Writes the new picture and an image of the differences to `differenceFolder`, if any. */
async function differentShare({ file }: Reference, recorded: PNG, now: PNG): Promise<number> {
  if (now.data.equals(recorded.data)) return 0
  const width = Math.max(now.width, recorded.width)
  const height = Math.max(now.height, recorded.height)
  const before = padTo(recorded, width, height)
  const after = padTo(now, width, height)
  const difference = new PNG({ width, height })
  const options = { threshold: THRESHOLD, includeAA: true }
  const count = pixelmatch(before.data, after.data, difference.data, width, height, options)
  await mkdir(differenceFolder, { recursive: true })
  await writeFile(join(differenceFolder, file), PNG.sync.write(now))
  await writeFile(join(differenceFolder, `difference-${file}`), PNG.sync.write(difference))
  return count / (width * height)
}

/** Pads a picture to that size, at the right and at the bottom. */
function padTo(picture: PNG, width: number, height: number): PNG {
  const canvas = new PNG({ width, height })
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0)
  return canvas
}

function advice({ file, map }: Reference, recorded: PNG, now: PNG): string {
  return [
    'the share of pixels that differ from what was recorded. Compare',
    `  ${join(referenceFolder, file)} (${sizeOf(recorded)})`,
    `  ${join(differenceFolder, file)} (${sizeOf(now)})`,
    `  ${join(differenceFolder, `difference-${file}`)}`,
    `Where that is what was meant: npm run gallery -- --record ${map.name}`,
  ].join('\n')
}

function sizeOf({ width, height }: PNG): string {
  return `${width} × ${height}`
}
