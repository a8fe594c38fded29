import { fontFamilies } from '../../../services/render-worker/fonts/faces.ts'
import type { Drawing, Paint, Primitive, Rect } from '../../../services/render-worker/scene/draw/display-list.ts'

/** A drawing as an SVG element: the same picture for those who have the browser style, lay out and paint it. */
export function writeSvg({ width, height, background, items }: Drawing): string {
  const gradients: string[] = []
  const body: string[] = []
  let openGroups = 0
  for (const item of items) {
    body.push(writeItem(item, gradients))
    if (item.kind === 'move') openGroups++
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<defs>${gradients.join('')}</defs>`,
    background === undefined ? '' : `<rect width="${width}" height="${height}" fill="${background}"/>`,
    `<g stroke-linecap="round" stroke-linejoin="round">`,
    ...body,
    '</g>'.repeat(openGroups + 1),
    '</svg>',
  ].join('')
}

/** @param gradients takes the definitions that the item refers to */
function writeItem(item: Primitive, gradients: string[]): string {
  switch (item.kind) {
    case 'move':
      return `<g transform="translate(${item.x} ${item.y})">`
    case 'dots':
      return writeDots(item)
    case 'rect':
      return `<rect ${boxOf(item)} rx="${item.radius}"${paintOf(item, gradients)}/>`
    case 'stripe':
      return `<path d="${stripePath(item)}" fill="${item.color}"/>`
    case 'path':
      return `<path d="${item.d}"${paintOf(item, gradients)}/>`
    case 'circle':
      return `<circle cx="${item.x}" cy="${item.y}" r="${item.radius}"${paintOf(item, gradients)}/>`
    case 'icon':
      return writeIcon(item)
    case 'text':
      return writeText(item)
  }
}

function boxOf({ x, y, width, height }: Rect): string {
  return `x="${x}" y="${y}" width="${width}" height="${height}"`
}

function writeDots(dots: Extract<Primitive, { kind: 'dots' }>): string {
  const { spacing, radius, color } = dots
  const tile = `<pattern id="dots" width="${spacing}" height="${spacing}" patternUnits="userSpaceOnUse">`
  const dot = `<circle cx="${spacing / 2}" cy="${spacing / 2}" r="${radius}" fill="${color}"/>`
  return `${tile}${dot}</pattern><rect ${boxOf(dots)} fill="url(#dots)"/>`
}

/** The part of a card with round corners that lies left of the stripe's right edge. */
function stripePath({ card, radius, width }: Extract<Primitive, { kind: 'stripe' }>): string {
  const { x, y, height } = card
  const inset = radius - Math.sqrt(radius ** 2 - (radius - width) ** 2)
  const [right, bottom] = [x + width, y + height]
  const arc = `A${radius} ${radius} 0 0 0`
  return `M${right} ${y + inset}${arc} ${x} ${y + radius}V${bottom - radius}${arc} ${right} ${bottom - inset}Z`
}

function paintOf(shape: Extract<Primitive, { kind: 'rect' | 'path' | 'circle' }>, gradients: string[]): string {
  const { fill, stroke, lineWidth = 1, dash } = shape
  const attributes = [` fill="${fill === undefined ? 'none' : colorOf(fill, gradients)}"`]
  if (stroke !== undefined) attributes.push(` stroke="${colorOf(stroke, gradients)}" stroke-width="${lineWidth}"`)
  if (stroke !== undefined && dash) attributes.push(` stroke-dasharray="${dash.join(' ')}"`)
  return attributes.join('')
}

function colorOf(paint: Paint, gradients: string[]): string {
  if (typeof paint === 'string') return paint
  const id = `gradient-${gradients.length}`
  const { from, to, fromColor, toColor } = paint
  const line = `x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}" gradientUnits="userSpaceOnUse"`
  const stops = `<stop stop-color="${fromColor}"/><stop offset="1" stop-color="${toColor}"/>`
  gradients.push(`<linearGradient id="${id}" ${line}>${stops}</linearGradient>`)
  return `url(#${id})`
}

function writeIcon({ x, y, size, shape, color }: Extract<Primitive, { kind: 'icon' }>): string {
  const paint = shape.isOutline ? `fill="none" stroke="${color}" stroke-width="2"` : `fill="${color}"`
  return `<path d="${shape.d}" ${paint} transform="translate(${x} ${y}) scale(${size / 24})"/>`
}

const anchors = { left: 'start', center: 'middle', right: 'end' } as const

function writeText({ x, y, text, font, color, align }: Extract<Primitive, { kind: 'text' }>): string {
  const face = `font-family="${fontFamilies.faces[font.face]}" font-size="${font.size}" font-weight="${font.weight}"`
  const anchor = align === 'left' ? '' : ` text-anchor="${anchors[align]}"`
  return `<text x="${x}" y="${y}" ${face} fill="${color}"${anchor} xml:space="preserve">${escapeText(text)}</text>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
