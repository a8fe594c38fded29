import { type Hex, splitColor } from '@maps/shared/color'
import {
  type Gradient,
  type Icon,
  ICON_SIDE,
  iconStyle,
  type Item,
  type Paint,
  type Primitive,
  type Shape,
} from '../scene/draw/display-list.ts'
import { round } from '../scene/geometry/path.ts'
import type { Rect } from '../scene/geometry/rect.ts'
import type { TextRun } from '../scene/text/font.ts'
import { escapeXml } from './escape.ts'
import { PREFIX } from './prefix.ts'
import type { Declarations, StyleSheet } from './style-sheet.ts'

const anchors = { left: 'start', center: 'middle', right: 'end' } as const
/**
 * Begins a right-to-left text, whose parts then have their order (RLE). The CSS property `direction` would also reverse the meaning of
 * `text-anchor`, but not in office programs, which ignore it.
 */
const RIGHT_TO_LEFT = '\u202b'
/** Ends a right-to-left text (PDF). */
const END_OF_DIRECTION = '\u202c'
/** End of a level line, invisible. A gradient along a line whose box has no height or width is not drawn by office programs (measured on LibreOffice 7.4, 2026-11-27). */
const SIDESTEP = 'l.01.01'

/** A text and the same text in dark mode. */
export type TextPair = readonly [item: Item<'text'>, dark: Item<'text'>]

/** Writes primitives as SVG elements, and collects their definitions: gradients, icons and patterns. */
export interface ShapeWriter {
  /**
   * @param dark the item in dark mode
   * @param id id for references from other elements
   * @param rest the continuation of a text
   */
  write(item: Primitive, dark: Primitive | undefined, id?: string, rest?: TextPair): string
  /**
   * The attributes of an element's fill and stroke.
   * @param role name of a further class
   */
  paint(shape: Shape, dark?: Shape, role?: string): string
  /** The content of `<defs>` for the items written so far. */
  definitions(): string
}

/**
 * Creates a writer that adds its classes to a style sheet.
 * @param fontFamily returns the CSS `font-family` of a text
 */
export function createShapeWriter(styles: StyleSheet, fontFamily: (run: TextRun) => string): ShapeWriter {
  const definitions: string[] = []
  const icons = new Map<string, string>()
  /** A picture has few colours, in many shapes. */
  const hexes = new Map<string, Hex>()
  let gradients = 0

  function paint(shape: Shape, dark: Shape = shape, role?: string): string {
    const fill = paintOf(shape.fill, dark.fill)
    const stroke = paintOf(shape.stroke, dark.stroke)
    const line = shape.stroke !== undefined && {
      'stroke-width': shape.lineWidth ?? 1,
      'stroke-dasharray': shape.dash?.join(' '),
    }
    const fills = colorsOf('fill', fill.light, fill.dark)
    const strokes = colorsOf('stroke', stroke.light, stroke.dark)
    const name = styles.classOf(
      { ...fills.light, ...strokes.light, ...line },
      dark === shape ? undefined : { ...fills.dark, ...strokes.dark },
    )
    const fillRef = fill.id ? ` fill="url(#${fill.id})"` : ''
    const strokeRef = stroke.id ? ` stroke="url(#${stroke.id})"` : ''
    return ` class="${name}${role ? ` ${role}` : ''}"${fillRef}${strokeRef}`
  }

  /**
   * Declares a colour in hex, with its opacity apart: SVG 1.1 has no `rgba()`, and Inkscape draws it black or not at all (measured on 1.2.2,
   * 2026-11-27).
   */
  function colorsOf(kind: keyof typeof colorProperties, light: string | undefined, dark: string | undefined) {
    if (light === undefined || dark === undefined) return { light: {}, dark: {} }
    const [property, opacity] = colorProperties[kind]
    const both = { light: hexOf(light), dark: hexOf(dark) }
    const isOpaque = both.light.alpha === 1 && both.dark.alpha === 1
    const declare = ({ hex, alpha }: Hex): Declarations => ({ [property]: hex, ...(!isOpaque && { [opacity]: alpha }) })
    return { light: declare(both.light), dark: declare(both.dark) }
  }

  function hexOf(color: string): Hex {
    let found = hexes.get(color)
    if (!found) hexes.set(color, (found = splitColor(color)))
    return found
  }

  /** The colours of a paint, or the id of its gradient. */
  function paintOf(light: Paint | undefined, dark: Paint | undefined): { light?: string; dark?: string; id?: string } {
    if (light === undefined || dark === undefined) return {}
    if (typeof light === 'string' && typeof dark === 'string') return { light, dark }
    const line = typeof light === 'string' ? (dark as Gradient) : light
    return { id: defineGradient(asGradient(light, line), asGradient(dark, line)) }
  }

  function defineGradient(light: Gradient, dark: Gradient): string {
    const { from, to } = light
    const id = `${PREFIX}g${gradients++}`
    const [first, last] = (['fromColor', 'toColor'] as const).map((end) => {
      const colors = colorsOf('stop', light[end], dark[end])
      return styles.classOf(colors.light, colors.dark)
    })
    definitions.push(
      `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}">` +
        `<stop class="${first}"/><stop class="${last}" offset="1"/></linearGradient>`,
    )
    return id
  }

  function writeDots(item: Item<'dots'>, dark: Item<'dots'>): string {
    const { spacing, radius } = item
    const dot = `<circle cx="${spacing / 2}" cy="${spacing / 2}" r="${radius}"${paint({ fill: item.color }, { fill: dark.color })}/>`
    definitions.push(
      `<pattern id="${PREFIX}dots" width="${spacing}" height="${spacing}" patternUnits="userSpaceOnUse">${dot}</pattern>`,
    )
    return `<rect${boxOf(item)} fill="url(#${PREFIX}dots)"/>`
  }

  function writeIcon(item: Item<'icon'>, dark: Item<'icon'>): string {
    const at = `translate(${round(item.x)} ${round(item.y)}) scale(${(item.size / ICON_SIDE).toFixed(4)})`
    // `href` alone names no icon in older programs (measured on Inkscape 1.2.2, 2026-11-27).
    return `<use xlink:href="#${iconOf(item.shape)}" transform="${at}"${paint(iconStyle(item), iconStyle(dark))}/>`
  }

  function iconOf({ d }: Icon): string {
    let id = icons.get(d)
    if (id === undefined) {
      id = `${PREFIX}i${icons.size}`
      icons.set(d, id)
      definitions.push(`<path id="${id}" d="${d}"/>`)
    }
    return id
  }

  /**
   * Writes a text with its continuation, which would lie under it in a wider font at a place of its own. Without `textLength`, by which Chromium
   * moves letters, and resvg puts the continuation beyond the end (measured on Chromium 156 and resvg-js 2.6.2, 2026-11-27).
   */
  function writeText(item: Item<'text'>, dark: Item<'text'>, rest?: TextPair): string {
    const more = rest ? `<tspan class="${textClass(...rest)}">${contentOf(rest[0])}</tspan>` : ''
    const start = `<text class="${textClass(item, dark)}" x="${round(item.x)}" y="${round(item.y)}">`
    return `${start}${contentOf(item)}${more}</text>`
  }

  function textClass(item: Item<'text'>, dark: Item<'text'>): string {
    const { font, align } = item
    const anchor = anchors[align]
    // resvg ignores the shorthand `font` (measured on 2.6.2 of its package for Node, 2026-11-27).
    const declarations = {
      'font-weight': font.weight,
      'font-size': `${font.size}px`,
      'font-family': fontFamily(item),
      'text-anchor': anchor === 'start' ? undefined : anchor,
    }
    const colors = colorsOf('fill', item.color, dark.color)
    return styles.classOf({ ...declarations, ...colors.light }, colors.dark)
  }

  return {
    paint,
    write(item, dark = item, id, rest) {
      const ref = id === undefined ? '' : ` id="${id}"`
      switch (item.kind) {
        case 'move':
          return `<g transform="translate(${item.x} ${item.y})">`
        case 'dots':
          return writeDots(item, dark as typeof item)
        case 'rect':
          return `<rect${boxOf(item)} rx="${round(item.radius)}"${paint(item, dark as typeof item)}/>`
        case 'stripe':
          return `<path d="${stripePath(item)}"${paint({ fill: item.color }, { fill: (dark as typeof item).color })}/>`
        case 'path':
          return `<path${ref} d="${item.d}${isLevel(item.stroke) ? SIDESTEP : ''}"${paint(item, dark as typeof item)}/>`
        case 'circle':
          return `<circle cx="${round(item.x)}" cy="${round(item.y)}" r="${item.radius}"${paint(item, dark as typeof item)}/>`
        case 'icon':
          return writeIcon(item, dark as typeof item)
        case 'text':
          return writeText(item, dark as typeof item, rest)
      }
    },
    definitions: () => definitions.join(''),
  }
}

/** Properties of a colour and of its opacity. */
const colorProperties = {
  fill: ['fill', 'fill-opacity'],
  stroke: ['stroke', 'stroke-opacity'],
  stop: ['stop-color', 'stop-opacity'],
} as const

/** Whether a paint is a gradient along a horizontal or vertical line. */
function isLevel(paint: Paint | undefined): boolean {
  return typeof paint === 'object' && (paint.from.x === paint.to.x || paint.from.y === paint.to.y)
}

/** Converts a colour to a gradient along the line of another gradient. */
function asGradient(paint: Paint, { from, to }: Gradient): Gradient {
  return typeof paint === 'string' ? { from, to, fromColor: paint, toColor: paint } : paint
}

function contentOf({ text, isRightToLeft }: Item<'text'>): string {
  return escapeXml(isRightToLeft ? RIGHT_TO_LEFT + text + END_OF_DIRECTION : text)
}

function boxOf({ x, y, width, height }: Rect): string {
  return ` x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"`
}

/** Path of the part of a rounded card to the left of the stripe's right edge. */
function stripePath({ card, radius, width }: Item<'stripe'>): string {
  const inset = round(radius - Math.sqrt(radius ** 2 - (radius - width) ** 2))
  const x = round(card.x)
  const y = round(card.y)
  const right = round(card.x + width)
  const bottom = round(card.y + card.height)
  const arc = `A${radius} ${radius} 0 0 0`
  return `M${right} ${round(y + inset)}${arc} ${x} ${round(y + radius)}V${round(bottom - radius)}${arc} ${right} ${round(bottom - inset)}Z`
}
