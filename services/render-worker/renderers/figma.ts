import type { ArchitectureMap } from '@maps/shared/map'
import { type Board, type FigmaDetail, figmaFile, figmaTheme } from '../documents/figma-file.ts'
import { connect } from '../scene/draw/connector.ts'
import { routeAllDirectly } from '../scene/route/route.ts'
import { arrange } from '../scene/scene.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import type { Renderer } from './renderer.ts'

/** Largest figma file: a map of 4 MiB and 10,000 connectors in Figma's form have room in it, with a few characters for each. */
export const MAX_FIGMA_BYTES = 12 * 1024 ** 2
/** Largest figma file that repeats what only other programs than FigJam read. */
const MAX_BYTES_WITH_BOXES = 8 * 1024 ** 2

/** Levels of detail, from the most to the least. A file larger than its level's `maxBytes` is written at the next one. */
const details: readonly (FigmaDetail & { maxBytes: number })[] = [
  { hasBoxes: true, hasLongTexts: true, hasOwnCards: true, maxBytes: MAX_BYTES_WITH_BOXES },
  { hasBoxes: false, hasLongTexts: true, hasOwnCards: true, maxBytes: MAX_FIGMA_BYTES },
  { hasBoxes: false, hasLongTexts: false, hasOwnCards: true, maxBytes: MAX_FIGMA_BYTES },
  { hasBoxes: false, hasLongTexts: false, hasOwnCards: false, maxBytes: MAX_FIGMA_BYTES },
]

/**
 * A FigJam file as Figma's REST API would answer it (`GET /v1/files/:key`): a section that holds a shape per node and a connector per edge,
 * the shapes where the picture has its cards. FigJam finds connectors' ways and labels' places itself, as soon as something is
 * moved. Its API takes no such file back, so our FigJam plugin reads it.
 *
 * @param withMeasure measures as for a picture, so that cards are as large
 */
export function createFigmaRenderer(withMeasure: WithMeasure): Renderer<'figma'> {
  return async ({ map }) => {
    const { cards, edges, layout } = await arrange(map, figmaTheme, withMeasure)
    const cardById = new Map(cards.map((it) => [it.id, it]))
    const connectors = connect(edges, cardById, layout, routeAllDirectly, figmaTheme.canvas)
    return { bytes: write(map, { cards, connectors }) }
  }
}

/** Writes the file at the first level of detail that has room for it, else at the last. */
function write(map: ArchitectureMap, board: Board): Buffer {
  let bytes = Buffer.alloc(0)
  for (const detail of details) {
    bytes = Buffer.from(JSON.stringify(figmaFile(map, board, detail)))
    if (bytes.length <= detail.maxBytes) break
  }
  return bytes
}
