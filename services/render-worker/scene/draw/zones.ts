import { oneLine } from '@maps/shared/text'
import { createBudget } from '../geometry/budget.ts'
import { contains, doOverlap, inflate, type Point, type Rect } from '../geometry/rect.ts'
import { areaAround, captionSize, type ServiceGroup } from '../layout/service-groups.ts'
import type { ColoredRole } from '../technology/technologies.ts'
import { withDrawnAccents } from '../text/accents.ts'
import type { Font } from '../text/font.ts'
import { isRightToLeft, type Measure, type TextLine, wrap } from '../text/text.ts'
import { mix } from './color.ts'
import { type Connector, CROWDED_EDGES } from './connector.ts'
import type { Primitive } from './display-list.ts'
import { createLineIndex } from './line-index.ts'
import { baseline } from './text-style.ts'
import type { Theme } from './theme.ts'

/** A group to draw. */
export interface ColoredGroup extends ServiceGroup {
  /** What its services share, if it is a role. */
  role?: ColoredRole
}

/** The area of a group, behind its cards. */
export interface Zone {
  rect: Rect
  caption: string
  line: TextLine | undefined
  font: Font
  /** Left edge of the caption. */
  captionX: number
  role: ColoredRole | undefined
  /** Number of zones around it. */
  level: number
}

/** Maximum width of a caption, in units of its font size. */
const MAX_CAPTION_WIDTH = 12.5
const RADIUS = 12
/** `height` is in units of the font size; `gap` is the least distance in px to lines, of which points are compared every `step` px. */
const CAPTION = { x: 14, y: 6, height: 1.25, gap: 4, step: 4 }
/** Places of a caption, as shares of the space to the right of it. */
const captionPlaces = [0, 0.25, 0.5, 0.75, 1]
/** Maximum number of comparisons of captions with points of lines. Further captions stay on the left. */
const MAX_COMPARED = 2_000_000
/** Shares of a zone's colour in its area, by level, and in its border. */
const TINTS = [0.06, 0.11] as const
const BORDER_TINT = 0.25

/**
 * Finds the zones of groups, outer zones first, with captions that fit into them. A group has none if its zone would cover the card of
 * another service, or a part of another zone.
 */
export function zonesOf(
  groups: readonly ColoredGroup[],
  cards: readonly { id: string; rect: Rect }[],
  measure: Measure,
): Zone[] {
  const zones: Zone[] = []
  const rects = new Map(cards.map((it) => [it.id, it.rect]))
  const place = ({ caption, ids, inner }: ServiceGroup, role: ColoredRole | undefined, level: number): void => {
    const before = zones.length
    for (const it of inner) place(it, role, level + 1)
    const own = new Set(ids)
    const contents = ids.flatMap((it) => rects.get(it) ?? [])
    const inside = [...contents, ...zones.slice(before).map((it) => it.rect)]
    const outside = [
      ...zones.slice(0, before).map((it) => it.rect),
      ...cards.flatMap((it) => (own.has(it.id) ? [] : [it.rect])),
    ]
    // Where a map sets the places of cards, there may be no space for a large caption.
    const smallest = captionSize(0, level)
    for (const size of new Set([captionSize(cards.length, level), smallest])) {
      const rect = areaAround(inside, size)
      if (outside.some((it) => doOverlap(it, rect))) continue
      const text = withDrawnAccents(oneLine(caption))
      const most = rect.width - 2 * CAPTION.x
      const fitting = Math.floor((size * most) / measure({ text, font: captionFont(size) }))
      const font = captionFont(Math.max(smallest, Math.min(size, fitting)))
      const [line] = wrap(text, font, Math.min(MAX_CAPTION_WIDTH * font.size, most), 1, measure)
      zones.splice(before, 0, { rect, caption, line, font, captionX: rect.x + CAPTION.x, role, level })
      return
    }
  }
  for (const it of groups) place(it, it.role, 0)
  return zones
}

function captionFont(size: number): Font {
  return { face: 'sans', size, weight: 600 }
}

/** The place of a zone's caption. */
export function captionRect({ rect, line, font, captionX }: Zone): Rect {
  return { x: captionX, y: rect.y + CAPTION.y, width: line?.width ?? 0, height: CAPTION.height * font.size }
}

/** Moves captions to the right that would cover a line: to the first place at the tops of their zones without any. */
export function moveCaptions(zones: readonly Zone[], connectors: readonly Connector[]): Zone[] {
  if (zones.length === 0 || connectors.length > CROWDED_EDGES) return [...zones]
  const budget = createBudget(MAX_COMPARED)
  const lines = createLineIndex(connectors, CAPTION.step, budget)
  return zones.map((zone) => {
    const space = zone.rect.width - 2 * CAPTION.x - (zone.line?.width ?? 0)
    const places = captionPlaces.map((share) => ({ ...zone, captionX: zone.captionX + share * space }))
    return places.find((it) => budget.isSpent || !lines.has(inflate(captionRect(it), CAPTION.gap))) ?? zone
  })
}

/** The colour behind a point: that of the innermost zone, or of the canvas. */
export function colorAt(point: Point, zones: readonly Zone[], theme: Theme): string {
  const zone = zones.findLast((it) => contains(it.rect, point))
  return zone ? zoneFill(zone, theme) : theme.canvas
}

/** The colour of a zone's area. */
export function zoneFill({ role = 'other', level }: Pick<Zone, 'role' | 'level'>, theme: Theme): string {
  return mix(theme.canvas, theme.roles[role], TINTS[level]!)
}

/** Draws the area of a zone. */
export function drawZone(zone: Zone, theme: Theme): Primitive[] {
  const stroke = mix(theme.canvas, theme.roles[zone.role ?? 'other'], BORDER_TINT)
  return [{ kind: 'rect', ...zone.rect, radius: RADIUS, fill: zoneFill(zone, theme), stroke, lineWidth: 1 }]
}

/** Draws the caption of a zone, in front of lines. */
export function drawCaption(zone: Zone, theme: Theme): Primitive[] {
  const { font, line } = zone
  if (!line) return []
  const { x, y, width, height } = captionRect(zone)
  const { text } = line
  const color = theme.canvasMutedText
  const halo = { x: x - 4, y: y + 2, width: width + 8, height: height - 4, radius: 4, fill: zoneFill(zone, theme) }
  const at = { x, y: baseline(y, height, font) }
  return [
    { kind: 'rect', ...halo },
    { kind: 'text', ...at, text, font, color, align: 'left', isRightToLeft: isRightToLeft(text) },
  ]
}
