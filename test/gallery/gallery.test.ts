import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { differenceFolder, referenceFolder } from './paths.ts'
import { paintNow, readRecorded, type Reference, references } from './references.ts'
import { openStudio, type Studio } from './studio.ts'

/** The pinned browser paints the same pixels everywhere, but for what another processor may round differently. */
const PINNED_SHARE = 0.000_02
/** Another browser may set every letter differently, which is little of a picture; a changed layout is a third of it. */
const OTHER_SHARE = 0.05
/** Of pixelmatch: over what another processor rounds differently, under the smallest change of a theme's colour that is worth one. */
const THRESHOLD = 0.02

describe('gallery', () => {
  let studio: Studio
  beforeAll(async () => {
    await rm(differenceFolder, { recursive: true, force: true })
    studio = await openStudio()
    if (studio.isPinned) return
    console.warn(
      'The Chromium that the gallery was recorded with is for Linux on x64. Another one paints it here, ' +
        `so up to ${OTHER_SHARE * 100} % of a picture’s pixels may differ.`,
    )
  })
  afterAll(() => studio[Symbol.asyncDispose]())

  it.each(references)('paints $file as it was recorded', async (reference) => {
    const [recorded, now] = [await readRecorded(reference), await paintNow(reference, studio)]

    const share = await differentShare(reference, recorded, now)

    expect(share, adviceOn(reference, recorded, now)).toBeLessThanOrEqual(studio.isPinned ? PINNED_SHARE : OTHER_SHARE)
  })
})

/** The share of pixels that differ. Where any does, the picture as it is now and the difference are left for people to look at. */
async function differentShare({ file }: Reference, recorded: PNG, now: PNG): Promise<number> {
  if (now.data.equals(recorded.data)) return 0
  const [width, height] = [Math.max(now.width, recorded.width), Math.max(now.height, recorded.height)]
  const [before, after, difference] = [
    onCanvas(recorded, width, height),
    onCanvas(now, width, height),
    new PNG({ width, height }),
  ]
  const options = { threshold: THRESHOLD, includeAA: true }
  const count = pixelmatch(before.data, after.data, difference.data, width, height, options)
  await mkdir(differenceFolder, { recursive: true })
  await writeFile(join(differenceFolder, file), PNG.sync.write(now))
  await writeFile(join(differenceFolder, `difference-${file}`), PNG.sync.write(difference))
  return count / (width * height)
}

/** The picture at the top left of an empty one of that size. */
function onCanvas(picture: PNG, width: number, height: number): PNG {
  const canvas = new PNG({ width, height })
  PNG.bitblt(picture, canvas, 0, 0, picture.width, picture.height, 0, 0)
  return canvas
}

function adviceOn({ file, picture }: Reference, recorded: PNG, now: PNG): string {
  return [
    'the share of pixels that differ from what was recorded. Compare',
    `  ${join(referenceFolder, file)} (${sizeOf(recorded)})`,
    `  ${join(differenceFolder, file)} (${sizeOf(now)})`,
    `  ${join(differenceFolder, `difference-${file}`)}`,
    `Where that is what was meant: npm run gallery -- --record ${picture.name}`,
  ].join('\n')
}

function sizeOf({ width, height }: PNG): string {
  return `${width} × ${height}`
}
