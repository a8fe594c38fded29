import type { Group, GroupedDrawing, Motion, Primitive } from '../scene/draw/display-list.ts'
import type { TextRun } from '../scene/text/font.ts'
import { escapeXml } from './escape.ts'
import { createShapeWriter, type ShapeWriter } from './shapes.ts'
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
const TEXT = 'text{white-space:pre;text-rendering:geometricPrecision}'
/** Shows still dots to readers who prefer reduced motion, and in programs without animations. */
const MOTION = '@media (prefers-reduced-motion:no-preference){.still{visibility:hidden}.moving{visibility:visible}}'
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
  const writeItems = (start: number, end: number): string => {
    let written = ''
    for (let index = start; index < end; index++) {
      written += shapes.write(items[index]!, dark?.items[index], lines.has(index) ? `l${index}` : undefined)
    }
    return written
  }
  const body: string[] = []
  let next = 0
  for (const [index, group] of groups.entries()) {
    body.push(writeItems(next, group.start), writeGroup(group, writeItems, index, shapes, dark?.groups[index]?.motion))
    next = group.end
  }
  body.push(writeItems(next, items.length))
  const moves = items.filter((it: Primitive) => it.kind === 'move').length
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" xml:space="preserve">`,
    `<title>${escapeXml(title)}</title><desc>${escapeXml(description)}</desc>`,
    `<style>${fontFaces}${TEXT}${styles.css()}${lines.size > 0 ? MOTION : ''}</style>`,
    `<defs>${shapes.definitions()}</defs>`,
    `${canvas}<g fill="none" stroke-linecap="round" stroke-linejoin="round">`,
    ...body,
    `${'</g>'.repeat(moves + 1)}</svg>\n`,
  ].join('')
}

function writeGroup(
  { names, start, end, motion }: Group,
  writeItems: (start: number, end: number) => string,
  index: number,
  shapes: ShapeWriter,
  dark: Motion | undefined,
): string {
  const data = Object.entries(names).map(([name, value]) => ` data-${name}="${escapeXml(value)}"`)
  const still = writeItems(start, end)
  if (!motion) return `<g${data.join('')}>${still}</g>`
  const moving = writeMotion(motion, dark, index, shapes)
  return `<g${data.join('')}>${still === '' ? '' : `<g class="still">${still}</g>`}${moving}</g>`
}

function writeMotion({ along, dot, seconds }: Motion, dark: Motion | undefined, index: number, shapes: ShapeWriter) {
  const begin = Math.round(((index * OFFSET) % 1) * seconds * 100) / 100
  return (
    `<circle r="${dot.radius}"${shapes.paint(dot, dark?.dot, 'moving')} visibility="hidden">` +
    `<animateMotion dur="${seconds}s" begin="-${begin}s" repeatCount="indefinite"><mpath href="#l${along}"/></animateMotion>` +
    `</circle>`
  )
}
