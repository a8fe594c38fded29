import type { ArchitectureMap } from '@maps/shared/map'
import { type Board, type FigmaDetail, figmaFile, figmaTheme } from '../documents/figma-file.ts'
import { importableMap } from '../public-map.ts'
import { connect } from '../scene/draw/connector.ts'
import { routeAllDirectly } from '../scene/route/route.ts'
import { arrange, defaultOptions } from '../scene/scene.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import type { Renderer } from './renderer.ts'

/** Maximum size of a figma file. A map of 4 MiB fits, with 10,000 connectors that have short texts. */
export const MAX_FIGMA_BYTES = 12 * 1024 ** 2
/** Maximum size of a figma file with details that FigJam itself does not read. */
const MAX_BYTES_WITH_BOXES = 8 * 1024 ** 2

/** Levels of detail, from the highest to the lowest. A file larger than its level's `maxBytes` is written at the next level. */
const details: readonly (FigmaDetail & { maxBytes: number })[] = [
  { hasBoxes: true, hasLongTexts: true, hasOwnCards: true, maxBytes: MAX_BYTES_WITH_BOXES },
  { hasBoxes: false, hasLongTexts: true, hasOwnCards: true, maxBytes: MAX_FIGMA_BYTES },
  { hasBoxes: false, hasLongTexts: false, hasOwnCards: true, maxBytes: MAX_FIGMA_BYTES },
  { hasBoxes: false, hasLongTexts: false, hasOwnCards: false, maxBytes: MAX_FIGMA_BYTES },
]

/**
 * Creates the renderer of FigJam files, in the format of Figma's REST API (`GET /v1/files/:key`): a section with a shape per node and a
 * connector per edge, and with a section per zone. Shapes have the positions of the picture's cards. FigJam itself routes connectors and places labels.
 * Figma's API cannot import such a file, so our FigJam plugin reads it.
 *
 * @param withMeasure measures texts as for a picture, so that cards have the same size
 */
export function createFigmaRenderer(withMeasure: WithMeasure): Renderer<'figma'> {
  return async ({ map, view, options: { groups }, pin }) => {
    const { cards, edges, layout, zones } = await arrange(map, figmaTheme, withMeasure, {
      ...defaultOptions,
      groups,
      view,
      pin,
    })
    const cardById = new Map(cards.map((it) => [it.id, it]))
    const connectors = connect(edges, cardById, layout, routeAllDirectly, figmaTheme.canvas)
    return { bytes: write(importableMap(map), { cards, connectors, zones, description: view?.description }) }
  }
}

/** Writes the file at the highest level of detail within its limit, else at the lowest. */
function write(map: ArchitectureMap, board: Board): Buffer {
  let bytes = Buffer.alloc(0)
  for (const detail of details) {
    bytes = Buffer.from(JSON.stringify(figmaFile(map, board, detail)))
    if (bytes.length <= detail.maxBytes) break
  }
  return bytes
}
