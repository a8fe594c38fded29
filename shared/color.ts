import names from 'color-name'

/** Longest accepted colour text. It keeps all patterns cheap on hostile input. */
export const MAX_COLOR_LENGTH = 64

/** A colour with channels from 0 to 255, and alpha from 0 to 1. */
export interface Rgba {
  r: number
  g: number
  b: number
  a: number
}

/** The only characters of a colour: `toLowerCase` and `trim` also know others, which are none in CSS. */
const ascii = /^[\t\n\f\r -~]*$/
const hex = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/
const functionForm = /^(rgba?|hsla?)\(([^()]*)\)$/
const numberForm = /^[+-]?(?:\d+|\d*\.\d+)(?:e[+-]?\d{1,3})?$/
const hue = /^([^a-z%]+?|[^a-z%]+e[+-]?\d+)(deg|grad|rad|turn)?$/
const degreesPerUnit = { deg: 1, grad: 0.9, rad: 180 / Math.PI, turn: 360 }

/** Cache of parsed colours, which callers share: maps repeat few colours, and one takes up to 4 µs to parse. */
const accepted = new Map<string, Readonly<Rgba>>()
const MAX_ACCEPTED = 1_000

/** Whether a client may use this text as a colour: the hex, rgb(), hsl() and named forms of CSS Color 4, without calculations. */
export function isColor(value: string): boolean {
  return parseColor(value) !== undefined
}

/** Parses a colour; undefined if the text is not accepted. Out-of-range channels are clamped, as in CSS. */
export function parseColor(value: string): Readonly<Rgba> | undefined {
  const known = accepted.get(value)
  if (known) return known
  const color = parse(value)
  if (!color) return undefined
  if (accepted.size === MAX_ACCEPTED) accepted.clear()
  accepted.set(value, color)
  return color
}

function parse(value: string): Rgba | undefined {
  if (value.length > MAX_COLOR_LENGTH || !ascii.test(value)) return undefined
  const lower = value.toLowerCase()
  if (lower === 'transparent') return { r: 0, g: 0, b: 0, a: 0 }
  if (Object.hasOwn(names, lower)) {
    const [r, g, b] = names[lower as keyof typeof names]
    return { r, g, b, a: 1 }
  }
  if (hex.test(lower)) return fromHex(lower.slice(1))
  const [, form, body] = functionForm.exec(lower) ?? []
  if (form === undefined || body === undefined) return undefined
  const parts = splitParts(body)
  if (!parts) return undefined
  return form.startsWith('rgb') ? fromRgb(parts) : fromHsl(parts)
}

/** Writes a colour as an `rgba()` text, which every drawing target reads; never the client's own text. */
export function formatColor({ r, g, b, a }: Rgba): string {
  return `rgba(${Math.round(r)}, ${Math.round(g)}, ${Math.round(b)}, ${Number(a.toFixed(3))})`
}

/** An opaque colour as `#rrggbb`, and an alpha from 0 to 1. */
export interface Hex {
  hex: string
  alpha: number
}

/** Splits an accepted colour into hex and alpha, for targets without `rgba()`. @throws Error for any other text */
export function splitColor(value: string): Hex {
  const color = parseColor(value)
  if (!color) throw new Error(`not a colour: ${value}`)
  const digits = [color.r, color.g, color.b].map((it) => Math.round(it).toString(16).padStart(2, '0'))
  return { hex: `#${digits.join('')}`, alpha: Number(color.a.toFixed(3)) }
}

interface Parts {
  channels: [string, string, string]
  alpha: string | undefined
  hasCommas: boolean
}

function splitParts(body: string): Parts | undefined {
  const trimmed = body.trim()
  const hasCommas = trimmed.includes(',')
  let parts: string[]
  if (hasCommas) {
    parts = trimmed.split(',').map((it) => it.trim())
  } else {
    const [channels = '', ...alphas] = trimmed.split('/')
    if (alphas.length > 1) return undefined
    parts = channels.trim().split(/\s+/)
    if (parts.length !== 3) return undefined
    parts.push(...alphas.map((it) => it.trim()))
  }
  const [first, second, third, alpha] = parts
  if (first === undefined || second === undefined || third === undefined || parts.length > 4) return undefined
  return { channels: [first, second, third], alpha, hasCommas }
}

function fromHex(digits: string): Rgba {
  const pairs = digits.length <= 4 ? [...digits].map((it) => it + it) : (digits.match(/../g) ?? [])
  const [r = 0, g = 0, b = 0, a = 255] = pairs.map((it) => Number.parseInt(it, 16))
  return { r, g, b, a: a / 255 }
}

function fromRgb({ channels, alpha, hasCommas }: Parts): Rgba | undefined {
  const percents = channels.filter((it) => it.endsWith('%')).length
  if (hasCommas && percents !== 0 && percents !== 3) return undefined
  const [r, g, b] = channels.map((it) => parseScaled(it, 255, 1))
  const a = readAlpha(alpha)
  if (r === undefined || g === undefined || b === undefined || a === undefined) return undefined
  return { r: clamp(r, 255), g: clamp(g, 255), b: clamp(b, 255), a }
}

function fromHsl({ channels: [hueText, ...rest], alpha, hasCommas }: Parts): Rgba | undefined {
  if (hasCommas && !rest.every((it) => it.endsWith('%'))) return undefined
  const h = readHue(hueText)
  const [s, l] = rest.map((it) => parseScaled(it, 1, 0.01))
  const a = readAlpha(alpha)
  if (h === undefined || s === undefined || l === undefined || a === undefined) return undefined
  return { ...hslToRgb(h, clamp(s, 1), clamp(l, 1)), a }
}

/** Converts HSL to RGB as in https://www.w3.org/TR/css-color-4/#hsl-to-rgb. */
function hslToRgb(h: number, s: number, l: number): { r: number; g: number; b: number } {
  const channel = (n: number): number => {
    const k = (n + h / 30) % 12
    return 255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(k - 3, 9 - k, 1)))
  }
  return { r: channel(0), g: channel(8), b: channel(4) }
}

function readHue(value: string): number | undefined {
  const [, amount, unit = 'deg'] = hue.exec(value) ?? []
  if (amount === undefined || !numberForm.test(amount)) return undefined
  const degrees = Number(amount) * degreesPerUnit[unit as keyof typeof degreesPerUnit]
  return Number.isFinite(degrees) ? ((degrees % 360) + 360) % 360 : undefined
}

function readAlpha(value: string | undefined): number | undefined {
  if (value === undefined) return 1
  const alpha = parseScaled(value, 1, 1)
  return alpha === undefined ? undefined : clamp(alpha, 1)
}

/** Parses a percentage of `whole`, or a plain number times `unit`. */
function parseScaled(value: string, whole: number, unit: number): number | undefined {
  const isPercent = value.endsWith('%')
  const digits = isPercent ? value.slice(0, -1) : value
  if (!numberForm.test(digits)) return undefined
  return isPercent ? (Number(digits) / 100) * whole : Number(digits) * unit
}

function clamp(value: number, max: number): number {
  return Math.min(Math.max(value, 0), max)
}
