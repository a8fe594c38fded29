import { round } from '../scene/geometry/path.ts'
import type { Rect } from '../scene/geometry/rect.ts'
import type { FontFace } from '../scene/text/font.ts'

/** An Excalidraw file (https://docs.excalidraw.com/docs/codebase/json-schema). */
export interface ExcalidrawFile {
  type: 'excalidraw'
  version: 2
  source: string
  elements: ExcalidrawElement[]
  appState: { viewBackgroundColor: string }
  files: object
}

/** An element of an Excalidraw file. */
export type ExcalidrawElement = Rectangle | Text | Arrow

/** What all elements have. */
export interface Base extends Rect {
  id: string
  angle: 0
  strokeColor: string
  backgroundColor: string
  fillStyle: 'solid'
  strokeWidth: number
  strokeStyle: 'solid' | 'dashed'
  roughness: 1
  opacity: 100
  /** Seed of the hand-drawn look: the same file looks the same everywhere. */
  seed: number
  version: 1
  versionNonce: 0
  index: null
  isDeleted: false
  groupIds: []
  frameId: null
  roundness: { type: 2 | 3 } | null
  boundElements: { type: 'text' | 'arrow'; id: string }[]
  updated: number
  link: null
  locked: false
}
/** A rectangle, which text and arrows can be bound to. */
export interface Rectangle extends Base {
  type: 'rectangle'
}

/** A text, free or bound to a rectangle or an arrow. */
export interface Text extends Base {
  type: 'text'
  text: string
  originalText: string
  fontSize: number
  fontFamily: number
  lineHeight: number
  textAlign: 'left' | 'center'
  verticalAlign: 'top' | 'middle'
  containerId: string | null
  autoResize: true
}

/** An arrow between two rectangles. */
export interface Arrow extends Base {
  type: 'arrow'
  points: [x: number, y: number][]
  startBinding: Binding
  endBinding: Binding
  startArrowhead: 'triangle' | null
  endArrowhead: 'triangle' | null
  elbowed: false
}

/** One end of an arrow. */
export interface Binding {
  elementId: string
  /** The point of the card that the arrow keeps to, as shares of its width and height. */
  fixedPoint: [x: number, y: number]
  mode: 'orbit'
}

/** Excalidraw's numbers of its fonts: Excalifont, Nunito and Comic Shanns. */
const fontFamilies = { sketch: 5, sans: 6, mono: 8 } as const satisfies Record<FontFace, number>
/** Height of a line in em. */
export const LINE_HEIGHT = 1.25
const STROKE_WIDTH = 1.5

/** Creates what all elements have. */
export type CreateBase = (id: string, rect: Rect, strokeColor: string) => Base

/** Creates the function that creates what all elements have. @param updated Unix time in ms of the last change */
export function createBase(updated: number): CreateBase {
  let seed = 0
  return (id, { x, y, width, height }, strokeColor) => ({
    id,
    x: round(x),
    y: round(y),
    width: round(width),
    height: round(height),
    angle: 0,
    strokeColor,
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: STROKE_WIDTH,
    strokeStyle: 'solid',
    roughness: 1,
    opacity: 100,
    seed: ++seed,
    version: 1,
    versionNonce: 0,
    index: null,
    isDeleted: false,
    groupIds: [],
    frameId: null,
    roundness: null,
    boundElements: [],
    updated,
    link: null,
    locked: false,
  })
}

/** Creates a text with its lines in the middle. */
export function textOf(base: Base, text: string, fontSize: number, face: FontFace, containerId: string | null): Text {
  return {
    type: 'text',
    ...base,
    text,
    originalText: text,
    fontSize,
    fontFamily: fontFamilies[face],
    lineHeight: LINE_HEIGHT,
    textAlign: 'center',
    verticalAlign: 'middle',
    containerId,
    autoResize: true,
  }
}
