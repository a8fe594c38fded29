import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser } from 'puppeteer-core'
import { chromiumFlags } from '../../../services/render-worker/browser/flags.ts'
import type { Surroundings } from './variant.ts'

/** Long enough for the slowest of pictures. */
const PATIENCE_MS = 180_000
/** Has the one system font of the worker's own Chromium. */
const fontFolder = fileURLToPath(new URL('../../../services/render-worker/browser', import.meta.url))

/** Starts Chromium as we do ourselves, with our flags, so that only the way of drawing differs; with a new profile where none is named. */
export async function createLauncher({
  chromium,
  folder,
}: Surroundings): Promise<(profile?: string) => Promise<Browser>> {
  const fontConfig = join(folder, 'fonts.conf')
  const cache = join(folder, 'font-cache')
  await writeFile(
    fontConfig,
    `<?xml version="1.0"?><fontconfig><dir>${fontFolder}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  )
  return async (named) => {
    const profile = named ?? (await mkdtemp(join(folder, 'profile-')))
    return puppeteer.launch({
      executablePath: chromium,
      args: chromiumFlags(profile, process.getuid?.() !== 0),
      ignoreDefaultArgs: true,
      pipe: true,
      env: { PATH: process.env.PATH, HOME: profile, FONTCONFIG_FILE: fontConfig },
      protocolTimeout: PATIENCE_MS,
      defaultViewport: null,
      handleSIGINT: false,
    })
  }
}
