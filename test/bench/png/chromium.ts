import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser } from 'puppeteer-core'
import { chromiumFlags } from '../../../services/render-worker/browser/flags.ts'
import type { VariantContext } from './variant.ts'

/** Timeout of the DevTools protocol, longer than the slowest picture. */
const PROTOCOL_TIMEOUT_MS = 180_000
/** Folder of the only system font of the worker's Chromium. */
const fontFolder = fileURLToPath(new URL('../../../services/render-worker/browser', import.meta.url))

/** Creates a function that launches Chromium with the render worker's flags and fonts, and a new profile by default. */
export async function createLauncher({
  chromium,
  folder,
}: VariantContext): Promise<(profile?: string) => Promise<Browser>> {
  const fontConfig = join(folder, 'fonts.conf')
  const cache = join(folder, 'font-cache')
  await writeFile(
    fontConfig,
    `<?xml version="1.0"?><fontconfig><dir>${fontFolder}</dir><cachedir>${cache}</cachedir></fontconfig>`,
  )
  return async (profileFolder) => {
    const profile = profileFolder ?? (await mkdtemp(join(folder, 'profile-')))
    return puppeteer.launch({
      executablePath: chromium,
      args: chromiumFlags(profile, process.getuid?.() !== 0),
      ignoreDefaultArgs: true,
      pipe: true,
      env: { PATH: process.env.PATH, HOME: profile, FONTCONFIG_FILE: fontConfig },
      protocolTimeout: PROTOCOL_TIMEOUT_MS,
      defaultViewport: null,
      handleSIGINT: false,
    })
  }
}

/** The name and version of Chromium. */
export async function readChromiumVersion(context: VariantContext): Promise<string> {
  const browser = await (await createLauncher(context))()
  const version = await browser.version()
  await browser.close()
  return version
}
