import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import { PNG, type PNGOptions } from 'pngjs'
import type { ThemeName } from '../../services/render-worker/scene/draw/theme.ts'
import { fileOf, referenceFolder } from './paths.ts'
import { type Picture, pictures } from './pictures.ts'
import type { Studio } from './studio.ts'

/** A picture in a theme, as the tests know it. */
export interface Reference {
  file: string
  picture: Picture
  theme: ThemeName
}

const SCALE = 1
/** Their files would be larger than all the others together. */
const tooLarge = ['full', 'bipartite', 'random-100', 'random-500', 'grid-500']
/** Every colour of the dark theme is in one of them; the geometry is that of the light one. */
const alsoDark = ['immich', 'monzo', 'wikipedia', 'none', 'loops', 'ghosts']
/** Without filters, repeated shapes are the same bytes: a third smaller than what browsers write. */
const packing: PNGOptions = {
  colorType: 2,
  filterType: 0,
  deflateLevel: constants.Z_BEST_COMPRESSION,
  deflateStrategy: constants.Z_DEFAULT_STRATEGY,
}

/** What is recorded and compared. */
export const references: readonly Reference[] = pictures
  .filter(({ name }) => !tooLarge.includes(name))
  .flatMap((picture) => [
    referenceOf(picture, 'light'),
    ...(alsoDark.includes(picture.name) ? [referenceOf(picture, 'dark')] : []),
  ])

function referenceOf(picture: Picture, theme: ThemeName): Reference {
  return { file: fileOf(picture, theme), picture, theme }
}

/** What the renderer paints of it now. */
export async function paintNow({ picture, theme }: Reference, studio: Studio): Promise<PNG> {
  return PNG.sync.read((await studio.paint(picture, theme, SCALE)).bytes)
}

/** What it looked like when it was recorded. @throws where it never was */
export async function readRecorded({ file }: Reference): Promise<PNG> {
  return PNG.sync.read(await readFile(join(referenceFolder, file)))
}

/** Makes what the renderer paints now what the tests compare with. @returns the file's content */
export async function record(reference: Reference, studio: Studio): Promise<Buffer> {
  const packed = PNG.sync.write(await paintNow(reference, studio), packing)
  await mkdir(referenceFolder, { recursive: true })
  await writeFile(join(referenceFolder, reference.file), packed)
  return packed
}
