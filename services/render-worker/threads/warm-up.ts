import { type FileFormat, fileFormats, fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { labelFonts } from '@maps/shared/map-values'
import { type BrowserTransport, createBrowserApi } from '../browser-api.ts'
import type { Fonts } from '../fonts/fonts.ts'
import { createRenderers } from '../renderers/index.ts'
import type { Renderer } from '../renderers/renderer.ts'

/** Responds at once, without Chromium: all texts are equally wide. Chromium's pages are warmed when it starts. */
export const instantBrowser: BrowserTransport = {
  measureTexts: async (runs) => JSON.stringify((JSON.parse(runs) as unknown[]).map(() => 60)),
  paintPicture: async () => Buffer.from('a picture'),
}

/** A small map without positions, in all fonts. */
const smallMap: ArchitectureMap = {
  id: '00000000-0000-4000-8000-000000000000',
  workspaceId: '00000000-0000-4000-8000-000000000000',
  name: 'Warm-up',
  isPublic: false,
  nodes: [
    { id: 'shop', label: 'Shop', tech: 'Next.js', spend: 1200, billing: ['usage'] },
    { id: 'orders', label: 'Orders', tech: 'PostgreSQL' },
  ],
  edges: labelFonts.map((labelFont) => ({ source: 'shop', target: 'orders', label: 'writes orders', labelFont })),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

/**
 * Renders a small map in every format, so that the first export of a thread takes about as long as later ones: modules, WebAssembly
 * and fonts are loaded. Only the WebAssembly that makes subsets of fonts is loaded later, with the first uncommon character of an SVG.
 * The renderers used for it cache the wrong text widths of `instantBrowser`, so they make no other file.
 */
export async function warmUp(fonts: Fonts): Promise<void> {
  const renderers = createRenderers(createBrowserApi(instantBrowser), fonts)
  for (const format of fileFormats) {
    const options = fileFormatTable[format].options.parse({})
    const request = { map: smallMap, from: smallMap, options, apiUrl: 'http://localhost/api/v1' }
    await (renderers[format] as Renderer<FileFormat>)(request)
  }
}
