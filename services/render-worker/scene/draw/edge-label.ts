import { edgeDefaults, type MapEdge } from '@maps/shared/map'
import { oneLine } from '@maps/shared/one-line'
import { truncate } from '../../truncate.ts'
import { round } from '../geometry/path.ts'
import { isRightToLeft, type Line, type Measure, wrap } from '../text/text.ts'
import type { Font, Primitive, Rect, Size } from './display-list.ts'
import { baseline, smallFont } from './text-style.ts'
import type { Theme } from './theme.ts'

/** An edge's text in lines, and the size of its halo. */
export interface EdgeLabel extends Size {
  lines: Line[]
  font: Font
}

/** An edge with its text. */
export interface LabelledEdge {
  edge: MapEdge
  label: EdgeLabel | undefined
}

/** Fonts of the labels of edges: each in the font that its edge names, or all like the small text of cards. */
export type LabelFonts = 'own' | 'sans'

/** Padding and radius of the corners, in px. */
const HALO = { x: 6, y: 3, radius: 6 }
/** Height of a line in em. */
const LINE_HEIGHT = 1.3
const MIN_LABEL_WIDTH = 170
const LABEL_WIDTH_IN_EM = 14
const WEIGHT = 450
/** Most characters of a label in a crowd: of 10,000 whole labels, some take Chromium half a minute. */
const CROWD_LABEL_LENGTH = 40

/** Breaks an edge's label into lines: as many as it takes, since it is cut only in a crowd. */
export function labelOf(edge: MapEdge, fonts: LabelFonts, isInCrowd: boolean, measure: Measure): EdgeLabel | undefined {
  const whole = oneLine(edge.label ?? '')
  const text = isInCrowd ? truncate(whole, CROWD_LABEL_LENGTH) : whole
  if (text === '') return undefined
  const font = fonts === 'sans' ? smallFont : ownFont(edge)
  const lines = wrap(text, font, Math.max(MIN_LABEL_WIDTH, LABEL_WIDTH_IN_EM * font.size), Infinity, measure)
  const width = lines.reduce((widest, it) => Math.max(widest, it.width), 0)
  return { lines, font, width: width + 2 * HALO.x, height: lines.length * font.size * LINE_HEIGHT + 2 * HALO.y }
}

function ownFont({ labelFont = edgeDefaults.labelFont, labelSize = edgeDefaults.labelSize }: MapEdge): Font {
  return { face: labelFont, size: labelSize, weight: WEIGHT }
}

/**
 * The text on its halo, in the middle of `rect`.
 *
 * @param legible gives a colour in the shade that is read on the canvas
 */
export function drawLabel(
  { edge, label }: LabelledEdge,
  rect: Rect,
  theme: Theme,
  legible: (color: string) => string,
): Primitive[] {
  if (!label) return []
  const { font, lines } = label
  const color = edge.labelColor === undefined ? theme.canvasMutedText : legible(edge.labelColor)
  const lineHeight = font.size * LINE_HEIGHT
  const x = round(rect.x + rect.width / 2)
  const texts = lines.map(({ text }, index): Primitive => {
    const y = round(baseline(rect.y + HALO.y + index * lineHeight, lineHeight, font))
    return { kind: 'text', x, y, text, font, color, align: 'center', isRightToLeft: isRightToLeft(text) }
  })
  return [{ kind: 'rect', ...rect, radius: HALO.radius, fill: theme.canvas }, ...texts]
}
