import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { unpackChromium } from '../../infra/local/chromium-package.ts'
import { findChromium } from '../../infra/local/chromium.ts'
import { findProgramFolder } from '../../infra/local/program-folder.ts'
import { programFolder } from '../../infra/local/state.ts'
import { type Browser, openBrowser } from '../../services/render-worker/browser.ts'
import { partOfMap } from '../../services/render-worker/part-of-map.ts'
import { createRenderers } from '../../services/render-worker/renderers/index.ts'
import type { RenderedFile } from '../../services/render-worker/renderers/renderer.ts'
import type { ThemeName } from '../../services/render-worker/scene/draw/theme.ts'
import { apiUrl } from '../maps/sample-map.ts'
import type { GalleryMap } from './gallery-maps.ts'

/** The PNG renderer with a browser. */
export interface PictureRenderer extends AsyncDisposable {
  browser: Browser
  /** Whether the browser is the version of the lockfile, which paints the same pixels on all machines. */
  isPinned: boolean
  /** Renders a map as an export does, with `scale` pixels per px of the drawing. */
  paint(map: GalleryMap, theme: ThemeName, scale: number): Promise<RenderedFile>
}

/**
 * Starts the Chromium of the lockfile; on machines that it does not support, the installed Chromium.
 * @throws SetupError where neither starts
 */
export async function openPictureRenderer(): Promise<PictureRenderer> {
  const pinned = await unpackChromium(await findProgramFolder(programFolder))
  const executablePath = await findChromium(pinned ?? process.env['CHROMIUM_PATH'], programFolder)
  const browser = await openBrowser({ executablePath, log: createLogger('gallery', 'silent') })
  const { png: renderPng, 'diff.png': renderDiff } = createRenderers(browser)
  return {
    browser,
    isPinned: pinned !== undefined,
    async paint({ map, from, query }, theme, scale) {
      const given = { theme, scale: String(scale), ...query }
      if (!from)
        return renderPng({ ...partOfMap(map, query ?? {}), options: fileFormatTable.png.options.parse(given), apiUrl })
      const options = fileFormatTable['diff.png'].options.parse({ ...given, from: '1', to: '2' })
      return renderDiff({ map, from, options, apiUrl })
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  }
}
