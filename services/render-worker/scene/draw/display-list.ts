/** The faces that a picture is written in. Characters that they lack are taken from fallback faces of ours, never from the machine. */
export const fontFaces = ['sans', 'sketch', 'mono'] as const
/** A face that a picture is written in. */
export type FontFace = (typeof fontFaces)[number]

/** A font: `size` in canvas px, `weight` as in CSS. */
export interface Font {
  face: FontFace
  size: number
  weight: number
}

/** A piece of text in one font, as it is measured and drawn: one line, never wrapped again. */
export interface TextRun {
  text: string
  font: Font
}

/** A place, in canvas px. */
export interface Point {
  x: number
  y: number
}

/** Width and height, in canvas px. */
export interface Size {
  width: number
  height: number
}

/** A rectangle, by its top left corner. */
export interface Rect extends Point, Size {}

/** A linear gradient between two points. */
export interface Gradient {
  from: Point
  to: Point
  fromColor: string
  toColor: string
}

/** Colours are always text that this code made, as `#rrggbb` or `rgba()`; never a client's own. */
export type Paint = string | Gradient

/** A picture of one colour on a square of 24. */
export interface Icon {
  /** As in SVG. */
  d: string
  /** Drawn as lines of 2 instead of areas. */
  isOutline?: true
}

/** An item of a drawing, in canvas px with y downwards. A painter need not know any other kind. */
export type Primitive =
  /** Moves the origin of all items that follow to the right and down. */
  | ({ kind: 'move' } & Point)
  /** A grid of dots. */
  | ({ kind: 'dots'; spacing: number; radius: number; color: string } & Rect)
  | ({ kind: 'rect'; radius: number } & Rect & Shape)
  /** The left edge of a card with round corners. */
  | { kind: 'stripe'; card: Rect; radius: number; width: number; color: string }
  /** `d` as in SVG; `top` and `bottom` enclose it. */
  | ({ kind: 'path'; d: string; top: number; bottom: number } & Shape)
  | ({ kind: 'circle'; radius: number } & Point & Shape)
  | ({ kind: 'icon'; size: number; shape: Icon; color: string } & Point)
  | ({ kind: 'text'; color: string; align: 'left' | 'center' | 'right'; isRightToLeft: boolean } & Point & TextRun)

/** Fill and stroke of an outline. */
export interface Shape {
  fill?: Paint
  stroke?: Paint
  lineWidth?: number
  /** Lengths of dashes and gaps. */
  dash?: readonly number[]
}

/** A finished picture: everything decided, nothing left to the painter. The origin is its top left corner. */
export interface Drawing {
  width: number
  height: number
  /** The colour behind everything, or undefined where there is none. */
  background: string | undefined
  /** Whether no pixel of the picture is transparent. */
  isOpaque: boolean
  /** In the order of painting. */
  items: readonly Primitive[]
}

/** A drawing whose items belong to groups, in their order. */
export interface GroupedDrawing extends Drawing {
  groups: readonly Group[]
}

/** Items that show one thing, for painters that name things. */
export interface Group {
  /** Names of the thing that the items show: a card has its `node`, the line of an edge its `source` and `target`; `edge`, `dot` and `label` are the number of an edge. */
  names: Readonly<Record<string, string>>
  /** Numbers of the first item and of the one behind the last. */
  start: number
  end: number
  /** A dot in the place of the items, for painters of moving pictures. */
  motion?: Motion
}

/** A dot that runs along a line, again and again. */
export interface Motion {
  /** Number of the item that is the line. */
  along: number
  dot: Shape & { radius: number }
  /** From end to end. */
  seconds: number
}
