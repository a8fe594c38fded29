/**
 * Paints the gallery, or those of its pictures that are named, and a contact sheet of them into a folder that git ignores:
 *
 *     npm run gallery
 *     npm run gallery -- wikipedia monzo
 *
 * With `--record` it paints what the tests compare with instead; with `--quality` it prints how well the lines can be followed.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { themeNames } from '../../services/render-worker/scene/draw/theme.ts'
import { drawContactSheet } from './contact-sheet.ts'
import { fileOf, galleryFolder } from './paths.ts'
import { type Picture, pictures } from './pictures.ts'
import { record, references } from './references.ts'
import { printQuality } from './quality-table.ts'
import { openStudio, type Studio } from './studio.ts'

const SCALE = 2

const { values, positionals } = parseArgs({
  options: { record: { type: 'boolean' }, quality: { type: 'boolean' } },
  allowPositionals: true,
})
const chosen = positionals.length === 0 ? pictures : positionals.map(pictureNamed)
if (values.quality) await printQuality(chosen)
else {
  await using studio = await openStudio()
  await (values.record ? recordAll(chosen, studio) : paintAll(chosen, studio))
}

function pictureNamed(name: string): Picture {
  const picture = pictures.find((it) => it.name === name)
  if (!picture) throw new Error(`There is no picture "${name}", but ${pictures.map((it) => it.name).join(', ')}.`)
  return picture
}

async function paintAll(chosen: readonly Picture[], studio: Studio): Promise<void> {
  await mkdir(galleryFolder, { recursive: true })
  for (const picture of chosen) {
    for (const theme of themeNames) {
      const start = performance.now()
      const { bytes, scale } = await studio.paint(picture, theme, SCALE)
      const ms = performance.now() - start
      await writeFile(join(galleryFolder, fileOf(picture, theme)), bytes)
      tell(fileOf(picture, theme), bytes, `${ms.toFixed(0).padStart(6)} ms   scale ${scale?.used ?? SCALE}`)
    }
  }
  const sheet = await drawContactSheet(chosen, studio.browser)
  await writeFile(join(galleryFolder, 'contact-sheet.png'), sheet)
  tell('contact-sheet.png', sheet)
  console.log(`\nAll of them are in ${galleryFolder}.`)
}

async function recordAll(chosen: readonly Picture[], studio: Studio): Promise<void> {
  if (!studio.isPinned) throw new Error('References are painted by the Chromium from npm, which is for Linux on x64.')
  for (const it of references.filter(({ picture }) => chosen.includes(picture))) {
    tell(it.file, await record(it, studio))
  }
}

function tell(file: string, png: Buffer, more = ''): void {
  const size = `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`
  console.log(`${file.padEnd(34)} ${size.padStart(13)} px ${(png.length / 1024).toFixed(0).padStart(7)} KiB ${more}`)
}
