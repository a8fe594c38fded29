import { formatColor, parseColor, type Rgba } from '@maps/shared/color'

/** Minimum contrast of small text by WCAG 2. */
export const MIN_TEXT_CONTRAST = 4.5
/** Minimum contrast of lines and marks by WCAG 2. */
export const MIN_LINE_CONTRAST = 3

const BLACK: Rgba = { r: 0, g: 0, b: 0, a: 1 }
const WHITE: Rgba = { r: 255, g: 255, b: 255, a: 1 }
/** Number of steps in which `legibleOn` shifts a colour. */
const STEPS = 20

/** Contrast of two opaque colours by WCAG 2, from 1 to 21. */
export function contrast(a: string, b: string): number {
  return ratioOf(luminanceOf(parseColor(a) ?? BLACK), luminanceOf(parseColor(b) ?? BLACK))
}

/** The contrast of two relative luminances. */
function ratioOf(a: number, b: number): number {
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** The relative luminance of a colour by WCAG 2, from 0 to 1. */
function luminanceOf({ r, g, b }: Omit<Rgba, 'a'>): number {
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
}

/** Converts an sRGB channel, 0 to 255, to linear light, 0 to 1. */
function linear(channel: number): number {
  const value = channel / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

/** Composites a translucent colour over an opaque one. */
export function over(color: Rgba, below: string): string {
  const base = parseColor(below) ?? BLACK
  const at = (top: number, bottom: number): number => top * color.a + bottom * (1 - color.a)
  return formatColor({ r: at(color.r, base.r), g: at(color.g, base.g), b: at(color.b, base.b), a: 1 })
}

/** Interpolates between two colours: `from` at `t` = 0, `to` at `t` = 1. */
export function mix(from: string, to: string, t: number): string {
  if (t === 0 || from === to) return from
  const a = parseColor(from)
  const b = parseColor(to)
  if (!a || !b) return from
  const at = (x: number, y: number): number => x + (y - x) * t
  return formatColor({ r: at(a.r, b.r), g: at(a.g, b.g), b: at(a.b, b.b), a: at(a.a, b.a) })
}

/**
 * Shifts a colour as little as necessary for at least this contrast on the canvas. It mixes the colour with white or black,
 * depending on the higher contrast, and keeps its opacity.
 */
export function legibleOn(canvas: string, color: string, least: number): string {
  const { a, ...channels } = parseColor(color) ?? BLACK
  const luminance = luminanceOf(parseColor(canvas) ?? BLACK)
  const end = ratioOf(luminanceOf(WHITE), luminance) > ratioOf(luminanceOf(BLACK), luminance) ? WHITE : BLACK
  for (let step = 0; step <= STEPS; step++) {
    const at = (from: number, to: number): number => Math.round(from + ((to - from) * step) / STEPS)
    const moved = { r: at(channels.r, end.r), g: at(channels.g, end.g), b: at(channels.b, end.b) }
    if (ratioOf(luminanceOf(moved), luminance) >= least) return formatColor({ ...moved, a })
  }
  return formatColor({ ...end, a })
}

/** Creates a cached `legibleOn`, since a map has few different colours. */
export function legibleColorsOn(canvas: string, least: number): (color: string) => string {
  const found = new Map<string, string>()
  return (color) => {
    const legible = found.get(color) ?? legibleOn(canvas, color, least)
    found.set(color, legible)
    return legible
  }
}
