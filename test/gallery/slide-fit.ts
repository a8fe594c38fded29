import { drawScene, type Scene } from '../../services/render-worker/scene/draw/drawing.ts'
import { samplesOf } from '../../services/render-worker/scene/geometry/path.ts'
import { boundingBox, type Point, type Size } from '../../services/render-worker/scene/geometry/rect.ts'
import type { Lines } from './quality.ts'

/** The size of a picture's cards on a slide. */
export interface CardSize {
  /** Share of the picture's area covered by cards. */
  fill: number
  /** Px of a slide of 1280 × 720 per px of the drawing. */
  scale: number
}

/** How well a picture fills a slide. */
export interface SlideFit extends CardSize {
  services: number
  /** Width by height. */
  ratio: number
  /** Area of the largest empty rectangle, as a share of the picture. */
  empty: number
  /** Font size of the smallest text on a slide, in px. */
  text: number
}

const PADDING = 48
const SLIDE = { width: 1280, height: 720 }
/** Rows and columns of the grid for the search for empty rectangles. */
const GRID = 120

/** Measures a scene's picture, as an export with default options. */
export function fitOf(scene: Scene): SlideFit {
  const drawing = drawScene(scene, { theme: 'light', background: undefined, padding: PADDING, legend: true })
  const { width, height, items } = drawing
  const sizes = items.flatMap((it) => (it.kind === 'text' ? it.font.size : []))
  const move = items.find((it) => it.kind === 'move') ?? { x: 0, y: 0 }
  const own = cardSizeIn(scene, { width, height })
  return {
    ...own,
    services: scene.cards.length,
    ratio: width / height,
    empty: largestEmpty(scene, move, { width, height }),
    text: Math.min(...sizes) * own.scale,
  }
}

/** Measures the cards of another engine's layout, with our padding, but without title and legend. */
export function cardSizeOf(lines: Lines): CardSize {
  const { width, height } = boundingBox([
    ...lines.cards.map((it) => it.rect),
    ...lines.edges.flatMap((it) => it.points),
  ])
  return cardSizeIn(lines, { width: width + 2 * PADDING, height: height + 2 * PADDING })
}

function cardSizeIn({ cards }: Pick<Lines, 'cards'>, { width, height }: Size): CardSize {
  const covered = cards.reduce((sum, { rect }) => sum + rect.width * rect.height, 0)
  return { fill: covered / (width * height), scale: Math.min(SLIDE.width / width, SLIDE.height / height) }
}

/** Formats the mean card size of an engine's pictures. */
export function formatCardSizes(engine: string, sizes: readonly CardSize[]): string {
  const fill = percent(mean(sizes.map((it) => it.fill))).trim()
  return `  ${engine}: ${fill} are covered by cards, which a slide shows at ${mean(sizes.map((it) => it.scale)).toFixed(2)} of their size`
}

/** Formats the measurements of a picture in one line. */
export function formatFit({ ratio, fill, empty, text }: SlideFit): string {
  return `${ratio.toFixed(2)} : 1   cards ${percent(fill)}   empty ${percent(empty)}   text ${text.toFixed(1)} px`
}

/** Formats how many pictures of six services and more meet each target. */
export function formatFits(fits: readonly SlideFit[]): string {
  const some = fits.filter((it) => it.services >= 6)
  const count = (claim: string, of: readonly SlideFit[], meets: (fit: SlideFit) => boolean): string =>
    `  ${of.filter(meets).length} of ${of.length} ${claim}`
  const upTo = (most: number, from = 0): SlideFit[] => some.filter(({ services: it }) => it > from && it <= most)
  return [
    'Pictures of six services and more',
    count('are 1.5 to 1.9 wide to high', some, ({ ratio }) => ratio >= 1.5 && ratio <= 1.9),
    count('are 1.2 to 2.4 wide to high', some, ({ ratio }) => ratio >= 1.2 && ratio <= 2.4),
    count('of up to 30 services are covered to 22 % by cards', upTo(30), ({ fill }) => fill >= 0.22),
    `  ${percent(mean(some.map((it) => it.fill)))} are covered by cards in the mean`,
    count('have no empty rectangle of more than 12 %', some, ({ empty }) => empty <= 0.12),
    count('of up to 15 services have texts of 9 px and more', upTo(15), ({ text }) => text >= 9),
    count('of 16 to 30 services have texts of 7 px and more', upTo(30, 15), ({ text }) => text >= 7),
    `  ${mean(some.map((it) => it.text)).toFixed(1)} px is the smallest text in the mean`,
  ].join('\n')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0).padStart(3)} %`
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, it) => sum + it, 0) / values.length
}

/** Share of the largest rectangle of empty cells, found row by row as the largest rectangle in a histogram. */
function largestEmpty(scene: Scene, move: Point, canvas: Size): number {
  const filled = filledCells(scene, move, canvas)
  const heights = Array.from({ length: GRID }, () => 0)
  let largest = 0
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++)
      heights[column] = filled.has(row * GRID + column) ? 0 : heights[column]! + 1
    for (let from = 0; from < GRID; from++) {
      let least = Infinity
      for (let to = from; to < GRID && least > 0; to++) {
        least = Math.min(least, heights[to]!)
        largest = Math.max(largest, least * (to - from + 1))
      }
    }
  }
  return largest / GRID ** 2
}

function filledCells({ cards, connectors, labelRects, titleBlock }: Scene, { x, y }: Point, canvas: Size): Set<number> {
  const filled = new Set<number>()
  const cell = (at: number, size: number): number => Math.min(GRID - 1, Math.max(0, Math.floor((at / size) * GRID)))
  const fill = (left: number, top: number, right: number, bottom: number): void => {
    for (let row = cell(top, canvas.height); row <= cell(bottom, canvas.height); row++) {
      for (let column = cell(left, canvas.width); column <= cell(right, canvas.width); column++)
        filled.add(row * GRID + column)
    }
  }
  fill(PADDING, PADDING, PADDING + titleBlock.width, PADDING + titleBlock.height)
  for (const rect of [...cards.map((it) => it.rect), ...labelRects.values()])
    fill(rect.x + x, rect.y + y, rect.x + x + rect.width, rect.y + y + rect.height)
  for (const { path } of connectors)
    for (const it of samplesOf(path, PADDING / 12)) fill(it.x + x, it.y + y, it.x + x, it.y + y)
  return filled
}
