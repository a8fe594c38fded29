import { formatColor, parseColor } from '@maps/shared/color'
import type { Mark } from '@maps/shared/documents/mermaid'
import type { ColoredRole } from '../technology/technologies.ts'
import { MIN_TEXT_CONTRAST, contrast, mix, over } from './color.ts'

/** The colours of a picture. A test checks that every text has at least WCAG MIN_TEXT_CONTRAST contrast (4.5:1) on its background. */
export interface Theme {
  canvas: string
  /** Text of the title block and of edge labels, on the canvas. */
  canvasText: string
  canvasMutedText: string
  dots: string
  card: string
  cardBorder: string
  /** Two soft layers under a card, the wider one first. */
  shadows: readonly [string, string]
  text: string
  mutedText: string
  chip: string
  chipText: string
  placeholderBorder: string
  /** Stripes, icons, arrows and lines of services. */
  roles: Record<ColoredRole, string>
  /** Borders, lines and badges of what changed, in a picture of two maps. */
  marks: Record<Mark, string>
}

/** The names of the themes. */
export const themeNames = ['light', 'dark'] as const
/** The name of a theme. */
export type ThemeName = (typeof themeNames)[number]

/** The themes by their names. */
export const themes: Record<ThemeName, Theme> = {
  light: {
    canvas: '#fafbfd',
    canvasText: '#0f172a',
    canvasMutedText: '#55627a',
    dots: '#dde3ec',
    card: '#ffffff',
    cardBorder: '#dfe5ee',
    shadows: ['rgba(15, 23, 42, 0.035)', 'rgba(15, 23, 42, 0.05)'],
    text: '#0f172a',
    mutedText: '#55627a',
    chip: '#eff3f8',
    chipText: '#45536b',
    placeholderBorder: '#aab6c8',
    roles: {
      client: '#9763fd',
      edge: '#0e9ac9',
      service: '#0253a6',
      store: '#44a06e',
      queue: '#a5502d',
      external: '#a60556',
      operations: '#96891b',
      other: '#64748b',
    },
    marks: { added: '#1a7f37', removed: '#cf222e', changed: '#9a6700' },
  },
  dark: {
    canvas: '#0f141c',
    canvasText: '#eaeff7',
    canvasMutedText: '#9eabc0',
    dots: '#1f2835',
    card: '#18202c',
    cardBorder: '#2b3646',
    shadows: ['rgba(0, 0, 0, 0.16)', 'rgba(0, 0, 0, 0.24)'],
    text: '#eaeff7',
    mutedText: '#9eabc0',
    chip: '#253040',
    chipText: '#bcc8da',
    placeholderBorder: '#5b6a80',
    roles: {
      client: '#aa72c8',
      edge: '#48f2fa',
      service: '#3d8afc',
      store: '#5cf3b5',
      queue: '#ee9570',
      external: '#e95474',
      operations: '#cfb11f',
      other: '#94a3b8',
    },
    marks: { added: '#3fb950', removed: '#ff7b72', changed: '#d8a528' },
  },
}

/** The theme of what stayed the same between two maps: its texts recede, and are legible. */
export function quietTheme(theme: Theme): Theme {
  const { mutedText } = theme
  return { ...theme, text: mutedText, chipText: mutedText, chip: mix(theme.chip, theme.card, 1 / 2) }
}

/** The theme and the background of a picture. */
export interface BackgroundStyle {
  theme: Theme
  /** Fill of the picture; undefined if it is transparent. */
  background: string | undefined
  isOpaque: boolean
  hasGrid: boolean
}

/** Applies a client's background to a theme. Texts on the background stay legible on every colour. */
export function themeOn(name: ThemeName, background: string | undefined): BackgroundStyle {
  const theme = themes[name]
  const color = background === undefined ? undefined : parseColor(background)
  if (!color) return { theme, background: theme.canvas, isOpaque: true, hasGrid: true }
  if (color.a === 0) return { theme, background: undefined, isOpaque: false, hasGrid: false }
  const canvas = over(color, theme.canvas)
  const { canvasText, canvasMutedText } =
    contrast(themes.light.canvasText, canvas) > contrast(themes.dark.canvasText, canvas) ? themes.light : themes.dark
  const onCanvas = {
    canvas,
    canvasText,
    canvasMutedText: contrast(canvasMutedText, canvas) >= MIN_TEXT_CONTRAST ? canvasMutedText : canvasText,
  }
  return { theme: { ...theme, ...onCanvas }, background: formatColor(color), isOpaque: color.a === 1, hasGrid: false }
}
