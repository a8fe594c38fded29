import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stateFolder } from '../../infra/local/state.ts'
import type { GalleryMap } from './gallery-maps.ts'
import type { ThemeName } from '../../services/render-worker/scene/draw/theme.ts'

/** Folder for the pictures of `npm run gallery`; git ignores it. */
export const galleryFolder = join(stateFolder, 'gallery')

/** Folder for pictures that differ from their reference in a test; git ignores it. */
export const differenceFolder = join(galleryFolder, 'differences')

/** Folder of the recorded pictures. */
export const referenceFolder = fileURLToPath(new URL('references', import.meta.url))

/** File name of a map's picture in any of these folders. */
export function fileOf({ name }: GalleryMap, theme: ThemeName): string {
  return `${name}-${theme}.png`
}
