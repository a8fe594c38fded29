import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stateFolder } from '../../infra/local/state.ts'
import type { Picture } from './pictures.ts'
import type { ThemeName } from '../../services/render-worker/scene/draw/theme.ts'

/** What `npm run gallery` paints, for people to look at; git ignores it. */
export const galleryFolder = join(stateFolder, 'gallery')

/** What the tests leave of a picture that is not as it was recorded; git ignores it. */
export const differenceFolder = join(galleryFolder, 'differences')

export const referenceFolder = fileURLToPath(new URL('references', import.meta.url))

/** The name of a picture's file in any of these folders. */
export function fileOf({ name }: Picture, theme: ThemeName): string {
  return `${name}-${theme}.png`
}
