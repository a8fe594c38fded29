import { round } from '../scene/geometry/path.ts'
import type { Rect } from '../scene/geometry/rect.ts'
import type { FontFace } from '../scene/text/font.ts'

/** Excalidraw's numbers of its fonts: Excalifont, Nunito and Comic Shanns. */
const fontFamilies = { sketch: 5, sans: 6, mono: 8 } as const satisfies Record<FontFace, number>
/** Height of a line in em. */
export const LINE_HEIGHT = 1.25
const STROKE_WIDTH = 1.5

/** Creates the function that creates what all elements have (https://docs.excalidraw.com/docs/codebase/json-schema). @param updated Unix time in ms of the last change */
export function createBase(updated: number) {
  let seed = 0
  return (id: string, { x, y, width, height }: Rect, strokeColor: string) => ({
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
    // Of the hand-drawn look: the same file looks the same everywhere.
    seed: ++seed,
    version: 1,
    versionNonce: 0,
    index: null,
    isDeleted: false,
    groupIds: [],
    frameId: null,
    roundness: null,
    boundElements: [] as { type: 'text' | 'arrow'; id: string }[],
    updated,
    link: null,
    locked: false,
  })
}
/** Creates what all elements have. */
export type CreateBase = ReturnType<typeof createBase>
type Base = ReturnType<CreateBase>

/** Creates a text with its lines in the middle. @param containerId of the rectangle or arrow it is bound to */
export function textOf(base: Base, text: string, fontSize: number, face: FontFace, containerId: string | null) {
  return {
    type: 'text' as const,
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
/** A text, free or bound to a rectangle or an arrow. */
export type Text = ReturnType<typeof textOf>
