import type { Group, GroupedDrawing, Motion, Primitive } from '../scene/draw/display-list.ts'
import type { TextRun } from '../scene/text/font.ts'
import { escapeXml } from './escape.ts'
import { PREFIX, withOwnPrefix } from './prefix.ts'
import { createShapeWriter, type ShapeWriter, type TextPair } from './shapes.ts'
import { createStyleSheet } from './style-sheet.ts'

/** A drawing with its title, description and fonts, to be written as SVG. */
export interface SvgPicture {
  drawing: GroupedDrawing
  /** The drawing in dark colours, for `theme=auto`. */
  dark?: GroupedDrawing | undefined
  title: string
  description: string
  /** `@font-face` rules. */
  fontFaces: string
  /** Returns the CSS `font-family` of a text. */
  fontFamily: (run: TextRun) => string
}

/** Style of texts as in the PNG: spaces are kept, and letters have fractional positions. */
const TEXT = `.${PREFIX} text{white-space:pre;text-rendering:geometricPrecision}`
/**
 * Shows still dots to readers who prefer reduced motion. Programs without animations show them, too: they do not run `<set>`, and some take the
 * rules of any media query for their own (measured on Inkscape 1.2.2, 2026-11-27).
 */
const MOTION =
  '@media (prefers-reduced-motion:reduce)' +
  `{.${PREFIX}-still{visibility:visible!important}.${PREFIX}-moving{visibility:hidden!important}}`
/** Difference of the start times of moving dots, as a share of the period. The golden ratio keeps them from moving in step. */
const OFFSET = 0.618

/** Writes a drawing as one SVG document without references to other files. Equal pictures result in equal texts. */
export function writeSvg({ drawing, dark, title, description, fontFaces, fontFamily }: SvgPicture): string {
  const { width, height, background, items, groups } = drawing
  const styles = createStyleSheet()
  const shapes = createShapeWriter(styles, fontFamily)
  const lines = new Set(groups.flatMap((it) => it.motion?.along ?? []))
  const canvas =
    background === undefined
      ? ''
      : `<rect width="${width}" height="${height}"${shapes.paint({ fill: background }, { fill: dark?.background ?? background })}/>`
  const writeItems = createItemWriter(items, dark?.items ?? items, shapes, lines)
  const body: string[] = []
  let next = 0
  for (const [index, group] of groups.entries()) {
    body.push(writeItems(next, group.start), writeGroup(group, writeItems, index, shapes, dark?.groups[index]?.motion))
    next = group.end
  }
  body.push(writeItems(next, items.length))
  const moves = items.filter((it: Primitive) => it.kind === 'move').length
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="${PREFIX}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`,
    ` role="img" aria-labelledby="${PREFIX}title ${PREFIX}desc" xml:space="preserve">`,
    `<title id="${PREFIX}title">${escapeXml(title)}</title><desc id="${PREFIX}desc">${escapeXml(description)}</desc>`,
    `<style>${fontFaces}${TEXT}${styles.css()}${lines.size > 0 ? MOTION : ''}</style>`,
    `<defs>${shapes.definitions()}</defs>`,
    `${canvas}<g fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    ...body,
    `${'</g>'.repeat(moves + 1)}</svg>\n`,
  ].join('')
  return withOwnPrefix(svg)
}

/** Writes the items from `start` to before `end`. */
type WriteItems = (start: number, end: number) => string

/** @param lines indexes of the items to which moving dots refer */
function createItemWriter(
  items: readonly Primitive[],
  dark: readonly Primitive[],
  shapes: ShapeWriter,
  lines: ReadonlySet<number>,
): WriteItems {
  const continuationAt = (index: number): TextPair | undefined => {
    const item = items[index]
    return item?.kind === 'text' && item.isContinuation ? [item, dark[index] as typeof item] : undefined
  }
  return (start, end) => {
    let written = ''
    for (let index = start; index < end; index++) {
      const rest = continuationAt(index + 1)
      written += shapes.write(items[index]!, dark[index], lines.has(index) ? lineId(index) : undefined, rest)
      if (rest) index++
    }
    return written
  }
}

/** The id of the line with this index, for the dot that moves along it. */
function lineId(index: number): string {
  return `${PREFIX}l${index}`
}

function writeGroup(
  { names, title, start, end, motion }: Group,
  writeItems: WriteItems,
  index: number,
  shapes: ShapeWriter,
  dark: Motion | undefined,
): string {
  const data = Object.entries(names).map(([name, value]) => ` data-${name}="${escapeXml(value)}"`)
  const open = `<g${data.join('')}>${title === undefined ? '' : `<title>${escapeXml(title)}</title>`}`
  const still = writeItems(start, end)
  if (!motion) return `${open}${still}</g>`
  const moving = writeMotion(motion, dark, index, shapes)
  return `${open}${still === '' ? '' : `<g class="${PREFIX}-still">${setVisibility('hidden')}${still}</g>`}${moving}</g>`
}

/** Sets the visibility of the element around it, where animations run. */
function setVisibility(to: 'hidden' | 'visible'): string {
  return `<set attributeName="visibility" to="${to}"/>`
}

function writeMotion({ along, dot, seconds }: Motion, dark: Motion | undefined, index: number, shapes: ShapeWriter) {
  const begin = Math.round(((index * OFFSET) % 1) * seconds * 100) / 100
  return (
    `<circle r="${dot.radius}"${shapes.paint(dot, dark?.dot, `${PREFIX}-moving`)} visibility="hidden">${setVisibility('visible')}` +
    `<animateMotion dur="${seconds}s" begin="-${begin}s" repeatCount="indefinite"><mpath href="#${lineId(along)}"/></animateMotion>` +
    `</circle>`
  )
}
