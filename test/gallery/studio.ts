import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { unpackChromium } from '../../infra/local/chromium-package.ts'
import { findChromium } from '../../infra/local/chromium.ts'
import { ownFolder } from '../../infra/local/own-folder.ts'
import { cacheFolder } from '../../infra/local/state.ts'
import { type Browser, openBrowser } from '../../services/render-worker/browser.ts'
import { createRenderers } from '../../services/render-worker/renderers/index.ts'
import type { RenderedFile } from '../../services/render-worker/renderers/renderer.ts'
import type { ThemeName } from '../../services/render-worker/scene/draw/theme.ts'
import { apiUrl } from '../maps/sample-map.ts'
import type { Picture } from './pictures.ts'

/** A browser with the PNG renderer on it. */
export interface Studio extends AsyncDisposable {
  browser: Browser
  /** Whether the browser is the one of the lockfile, which paints the same pixels on every machine that runs it. */
  isPinned: boolean
  /** A picture as an export makes it, of `scale` pixels per canvas px. */
  paint(picture: Picture, theme: ThemeName, scale: number): Promise<RenderedFile>
}

/**
 * Starts the Chromium that the lockfile pins, or where that has none for this machine, the one that is there.
 * @throws SetupError where neither starts
 */
export async function openStudio(): Promise<Studio> {
  const pinned = await unpackChromium(await ownFolder(cacheFolder))
  const executablePath = await findChromium(pinned ?? process.env['CHROMIUM_PATH'], cacheFolder)
  const browser = await openBrowser({ executablePath, log: createLogger('gallery', 'silent') })
  const renderPng = createRenderers(browser).png
  return {
    browser,
    isPinned: pinned !== undefined,
    paint({ map }, theme, scale) {
      const options = fileFormatTable.png.options.parse({ theme, scale: String(scale) })
      return renderPng({ map, options, apiUrl })
    },
    [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose](),
  }
}
