import type { Browser } from '../../services/render-worker/browser.ts'
import type { Drawing, Primitive, Rect } from '../../services/render-worker/scene/draw/display-list.ts'
import { drawScene } from '../../services/render-worker/scene/draw/drawing.ts'
import { measuredBy } from '../../services/render-worker/scene/text/measure.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { type ThemeName, themeNames, themes } from '../../services/render-worker/scene/draw/theme.ts'
import { PNG } from 'pngjs'
import type { Picture } from './pictures.ts'

const COLUMNS = 6
const CELL = { width: 480, height: 340 }
const TITLE = 30
const GAP = 24

/** All pictures in both themes on one sheet, each in a frame of the same size under its name. */
export async function drawContactSheet(pictures: readonly Picture[], browser: Browser): Promise<Buffer> {
  const prints = pictures.flatMap((picture) => themeNames.map((theme) => ({ picture, theme })))
  const cells = prints.map((_, index) => cellAt(index))
  const titles = prints.map((it, index) => titleOf(`${it.picture.name} · ${it.theme}`, cells[index] ?? cellAt(0)))
  const sheet = PNG.sync.read(await browser.paint(emptySheet(prints.length, titles), 1))
  for (const [index, { picture, theme }] of prints.entries()) {
    const print = await smallPrint(picture, theme, browser)
    const cell = cells[index] ?? cellAt(0)
    const x = cell.x + Math.floor((cell.width - print.width) / 2)
    const y = cell.y + Math.floor((cell.height - print.height) / 2)
    PNG.bitblt(print, sheet, 0, 0, print.width, print.height, x, y)
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

async function smallPrint({ map }: Picture, theme: ThemeName, browser: Browser): Promise<PNG> {
  const measuring = measuredBy((runs) => browser.measure(runs))
  const scene = await buildScene(map, themes[theme], measuring)
  const drawing = drawScene(scene, { theme, background: undefined, padding: 48, legend: true })
  const scale = Math.min(CELL.width / drawing.width, CELL.height / drawing.height)
  return PNG.sync.read(await browser.paint(drawing, Math.floor(scale * 1000) / 1000))
}
