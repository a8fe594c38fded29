import { mkdtemp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chromiumFlags } from '../../../services/render-worker/browser/flags.ts'
import { loadPeer, type PeerBrowser, peerFile, type Puppeteer } from './peers.ts'
import type { Surroundings } from './variant.ts'

/** Long enough for the slowest of pictures. */
const PATIENCE_MS = 180_000

/** Starts Chromium as we do ourselves, with our flags, so that only the way of drawing differs; with a new profile where none is named. */
export async function createLauncher({
  chromium,
  folder,
}: Surroundings): Promise<(profile?: string) => Promise<PeerBrowser>> {
  const { default: puppeteer } = await loadPeer('puppeteer')
  const fontConfig = await writeFontConfig(folder)
  return async (profile) =>
    launch(puppeteer, chromium, profile ?? (await mkdtemp(join(folder, 'profile-'))), fontConfig)
}

async function launch(
  puppeteer: Puppeteer,
  executablePath: string,
  profile: string,
  fontConfig: string,
): Promise<PeerBrowser> {
  return puppeteer.launch({
    executablePath,
    args: chromiumFlags(profile, process.getuid?.() !== 0),
    ignoreDefaultArgs: true,
    pipe: true,
    env: { PATH: process.env.PATH, HOME: profile, FONTCONFIG_FILE: fontConfig },
    protocolTimeout: PATIENCE_MS,
    defaultViewport: null,
    handleSIGINT: false,
  })
}

/** The one family that a picture gets where it names none of ours; without any, Chromium takes web fonts for broken. */
export const fallbackFonts = ['DejaVuSans.ttf', 'DejaVuSans-Bold.ttf'].map((it) => `dejavu-fonts-ttf/ttf/${it}`)

async function writeFontConfig(folder: string): Promise<string> {
  const file = join(folder, 'fonts.conf')
  const fonts = dirname(peerFile(fallbackFonts[0]!))
  const cache = join(folder, 'font-cache')
  const content = `<?xml version="1.0"?><fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>`
  await writeFile(file, content)
  return file
}
