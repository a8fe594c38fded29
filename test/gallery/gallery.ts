/**
 * Paints the gallery, or the pictures named as arguments, and a contact sheet into a folder that git ignores:
 *
 *     npm run gallery
 *     npm run gallery -- wikipedia monzo
 *
 * With `--record` it paints the references of the tests instead; with `--quality` it prints the table of quality-table.ts.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { themeNames } from '../../services/render-worker/scene/draw/theme.ts'
import { drawContactSheet } from './contact-sheet.ts'
import { fileOf, galleryFolder } from './paths.ts'
import { type GalleryMap, galleryMaps, galleryPictures } from './gallery-maps.ts'
import { recordReference, references } from './references.ts'
import { printQuality } from './quality-table.ts'
import { openPictureRenderer, type PictureRenderer } from './picture-renderer.ts'

const SCALE = 2

const { values, positionals } = parseArgs({
  options: { record: { type: 'boolean' }, quality: { type: 'boolean' } },
  allowPositionals: true,
})
const all = values.quality ? galleryMaps : galleryPictures
const chosen = positionals.length === 0 ? all : positionals.map(findMap)
if (values.quality) await printQuality(chosen)
else {
  await using renderer = await openPictureRenderer()
  await (values.record ? recordAll(chosen, renderer) : paintAll(chosen, renderer))
}

function findMap(name: string): GalleryMap {
  const found = all.find((it) => it.name === name)
  if (!found) throw new Error(`There is no picture "${name}", but ${all.map((it) => it.name).join(', ')}.`)
  return found
}

async function paintAll(chosen: readonly GalleryMap[], renderer: PictureRenderer): Promise<void> {
  await mkdir(galleryFolder, { recursive: true })
  for (const map of chosen) {
    for (const theme of themeNames) {
      const start = performance.now()
      const { bytes, scale } = await renderer.paint(map, theme, SCALE)
      const ms = performance.now() - start
      await writeFile(join(galleryFolder, fileOf(map, theme)), bytes)
      printFile(fileOf(map, theme), bytes, `${ms.toFixed(0).padStart(6)} ms   scale ${scale?.used ?? SCALE}`)
    }
  }
  const sheet = await drawContactSheet(chosen, renderer.browser)
  await writeFile(join(galleryFolder, 'contact-sheet.png'), sheet)
  printFile('contact-sheet.png', sheet)
  console.log(`\nAll of them are in ${galleryFolder}.`)
}

async function recordAll(chosen: readonly GalleryMap[], renderer: PictureRenderer): Promise<void> {
  if (!renderer.isPinned) throw new Error('References are painted by the Chromium from npm, which is for Linux on x64.')
  for (const reference of references.filter(({ map }) => chosen.includes(map))) {
    printFile(reference.file, await recordReference(reference, renderer))
  }
}

function printFile(file: string, png: Buffer, more = ''): void {
  const size = `${png.readUInt32BE(16)} × ${png.readUInt32BE(20)}`
  console.log(`${file.padEnd(34)} ${size.padStart(13)} px ${(png.length / 1024).toFixed(0).padStart(7)} KiB ${more}`)
}
