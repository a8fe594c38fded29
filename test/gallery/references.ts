import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import { PNG, type PNGOptions } from 'pngjs'
import type { ThemeName } from '../../services/render-worker/scene/draw/theme.ts'
import { fileOf, referenceFolder } from './paths.ts'
import { type GalleryMap, galleryPictures } from './gallery-maps.ts'
import type { PictureRenderer } from './picture-renderer.ts'

/** A recorded picture: a map in a theme. */
export interface Reference {
  /** Name in `referenceFolder`. */
  file: string
  map: GalleryMap
  theme: ThemeName
}

const SCALE = 1
/** Maps without a reference: their files would be larger than all others together. */
const tooLarge = ['full', 'bipartite', 'random-100', 'random-500', 'grid-500']
/** Maps recorded in the dark theme too. They contain all its colours; the geometry is that of the light theme. */
const alsoDark = ['immich', 'monzo', 'wikipedia', 'none', 'loops', 'ghosts', 'diff-sentry']
/** Without filters, repeated shapes are the same bytes: files are a third smaller than those of browsers. */
const compression: PNGOptions = {
  colorType: 2,
  filterType: 0,
  deflateLevel: constants.Z_BEST_COMPRESSION,
  deflateStrategy: constants.Z_DEFAULT_STRATEGY,
}

/** All pictures that are recorded and compared. */
export const references: readonly Reference[] = galleryPictures
  .filter(({ name }) => !tooLarge.includes(name))
  .flatMap((map) => {
    const themes: ThemeName[] = alsoDark.includes(map.name) ? ['light', 'dark'] : ['light']
    return themes.map((theme) => ({ file: fileOf(map, theme), map, theme }))
  })

/** Renders a reference's map anew. */
export async function paintReference({ map, theme }: Reference, renderer: PictureRenderer): Promise<PNG> {
  return PNG.sync.read((await renderer.paint(map, theme, SCALE)).bytes)
}

/** Reads a recorded picture. @throws Error where it was never recorded */
export async function readReference({ file }: Reference): Promise<PNG> {
  return PNG.sync.read(await readFile(join(referenceFolder, file)))
}

/** Records a picture as it is rendered now. @returns the bytes of the file */
export async function recordReference(reference: Reference, renderer: PictureRenderer): Promise<Buffer> {
  const bytes = PNG.sync.write(await paintReference(reference, renderer), compression)
  await mkdir(referenceFolder, { recursive: true })
  await writeFile(join(referenceFolder, reference.file), bytes)
  return bytes
}
