import type { Browser } from '../../services/render-worker/browser.ts'
import type { Drawing, Primitive } from '../../services/render-worker/scene/draw/display-list.ts'
import { drawScene } from '../../services/render-worker/scene/draw/drawing.ts'
import { type ThemeName, themeNames, themes } from '../../services/render-worker/scene/draw/theme.ts'
import type { Rect } from '../../services/render-worker/scene/geometry/rect.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { measuredBy } from '../../services/render-worker/scene/text/measure.ts'
import type { GalleryMap } from './gallery-maps.ts'
import { PNG } from 'pngjs'

const COLUMNS = 6
const CELL = { width: 480, height: 340 }
const TITLE = 30
const GAP = 24

/** Draws thumbnails of all maps in both themes on one PNG, each with its name. */
export async function drawContactSheet(maps: readonly GalleryMap[], browser: Browser): Promise<Buffer> {
  const thumbnails = maps.flatMap((map) => themeNames.map((theme) => ({ map, theme })))
  const titles = thumbnails.map(({ map, theme }, index) => titleOf(`${map.name} · ${theme}`, cellAt(index)))
  const sheet = PNG.sync.read(await browser.paint(emptySheet(thumbnails.length, titles), 1))
  for (const [index, { map, theme }] of thumbnails.entries()) {
    const thumbnail = await drawThumbnail(map, theme, browser)
    const cell = cellAt(index)
    const x = cell.x + Math.floor((cell.width - thumbnail.width) / 2)
    const y = cell.y + Math.floor((cell.height - thumbnail.height) / 2)
    PNG.bitblt(thumbnail, sheet, 0, 0, thumbnail.width, thumbnail.height, x, y)
  }
  return PNG.sync.write(sheet)
}

function cellAt(index: number): Rect {
  const x = GAP + (index % COLUMNS) * (CELL.width + GAP)
  const y = GAP + TITLE + Math.floor(index / COLUMNS) * (CELL.height + TITLE + GAP)
  return { x, y, ...CELL }
}

function titleOf(text: string, { x, y }: Rect): Primitive {
  const font = { face: 'sans', size: 16, weight: 600 } as const
  return { kind: 'text', x, y: y - 10, text, font, color: '#0f172a', align: 'left', isRightToLeft: false }
}

function emptySheet(count: number, items: readonly Primitive[]): Drawing {
  const last = cellAt(count - 1)
  const width = GAP + COLUMNS * (CELL.width + GAP)
  return { width, height: last.y + last.height + GAP, background: '#e2e8f0', isOpaque: true, items }
}

async function drawThumbnail({ map }: GalleryMap, theme: ThemeName, browser: Browser): Promise<PNG> {
  const measuring = measuredBy((runs) => browser.measure(runs))
  const scene = await buildScene(map, themes[theme], measuring)
  const drawing = drawScene(scene, { theme, background: undefined, padding: 48, legend: true })
  const scale = Math.min(CELL.width / drawing.width, CELL.height / drawing.height)
  return PNG.sync.read(await browser.paint(drawing, Math.floor(scale * 1000) / 1000))
}
