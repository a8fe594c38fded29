import type { Point, Rect } from '../geometry/rect.ts'
import type { TextRun } from '../text/font.ts'

/** A linear gradient between two points. */
export interface Gradient {
  from: Point
  to: Point
  fromColor: string
  toColor: string
}

/** A colour or a gradient. A colour is text of our own, `#rrggbb` or `rgba()`, never text from a client. */
export type Paint = string | Gradient

/** An icon of one colour, on a square with sides of `ICON_SIDE`. */
export interface Icon {
  /** SVG path data. */
  d: string
  /** Whether it consists of lines instead of areas. */
  isOutline?: true
}

/** Side of the square on which icons are defined. */
export const ICON_SIDE = 24
const ICON_LINE_WIDTH = 2

/** An item of a drawing, in canvas px with y downwards. A painter must support exactly these kinds. */
export type Primitive =
  /** Moves the origin of all following items to the right and down. */
  | ({ kind: 'move' } & Point)
  /** A grid of dots. */
  | ({ kind: 'dots'; spacing: number; radius: number; color: string } & Rect)
  | ({ kind: 'rect'; radius: number } & Rect & Shape)
  /** The coloured left edge of a card with rounded corners. */
  | { kind: 'stripe'; card: Rect; radius: number; width: number; color: string }
  /** A path: `d` is SVG path data, `top` and `bottom` are its vertical bounds. */
  | ({ kind: 'path'; d: string; top: number; bottom: number } & Shape)
  | ({ kind: 'circle'; radius: number } & Point & Shape)
  | ({ kind: 'icon'; size: number; shape: Icon; color: string } & Point)
  | ({ kind: 'text'; color: string; align: 'left' | 'center' | 'right'; isRightToLeft: boolean } & Point &
      TextRun & {
        /** Whether it is the rest of the preceding item's line: a writer whose fonts may be replaced puts it there, wherever that line ends. */
        isContinuation?: true
      })

/** An item of one kind. */
export type Item<Kind extends Primitive['kind']> = Extract<Primitive, { kind: Kind }>

/** Fill and stroke of an outline. */
export interface Shape {
  fill?: Paint
  stroke?: Paint
  lineWidth?: number
  /** Lengths of dashes and gaps, in px. */
  dash?: readonly number[]
}

/** Fill or stroke of an icon. Its line width is in units of its square. */
export function iconStyle({ shape, color }: Item<'icon'>): Shape {
  return shape.isOutline ? { stroke: color, lineWidth: ICON_LINE_WIDTH } : { fill: color }
}

/** A picture, ready to paint. The origin is its top left corner. */
export interface Drawing {
  width: number
  height: number
  /** Background colour; undefined for a transparent background. */
  background: string | undefined
  /** Whether no pixel of the picture is transparent. */
  isOpaque: boolean
  /** Items, in the order of painting. */
  items: readonly Primitive[]
}

/** A drawing with groups of items, in the order of the items. */
export interface GroupedDrawing extends Drawing {
  groups: readonly Group[]
}

/** The items of one card, line, dot or label, for painters that name elements. */
export interface Group {
  /** Names of the element: `node` of a card, `source` and `target` of an edge's line. `edge`, `dot` and `label` have the index of an edge. */
  names: Readonly<Record<string, string>>
  /** Index of the first item; `end` is the index after the last item. */
  start: number
  end: number
  /** Name for readers. */
  title?: string
  /** A moving dot that replaces the items, for painters of animated pictures. */
  motion?: Motion
}

/** A dot that moves along a line repeatedly. */
export interface Motion {
  /** Index of the line's item. */
  along: number
  dot: Shape & { radius: number }
  /** Duration of one pass along the line. */
  seconds: number
}
