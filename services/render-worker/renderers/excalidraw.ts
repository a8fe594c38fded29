import { countNoun } from '@maps/shared/text'
import { excalidrawFile } from '../documents/excalidraw-file.ts'
import { CROWDED_EDGES } from '../scene/draw/connector.ts'
import { themes } from '../scene/draw/theme.ts'
import { buildScene, defaultOptions } from '../scene/scene.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import { type Renderer, RenderRefused } from './renderer.ts'

/** Creates the renderer of Excalidraw files: the scene of the picture, with cards, lines and labels to edit. */
export function createExcalidrawRenderer(withMeasure: WithMeasure): Renderer<'excalidraw'> {
  return async ({ map, pin }) => {
    if (map.edges.length > CROWDED_EDGES) {
      const limit = `at most ${countNoun(CROWDED_EDGES, 'connection')}`
      throw new RenderRefused(
        400,
        `This map is larger than Excalidraw can edit: ${limit}. Its PNG and SVG show it whole.`,
        {
          id: `must be that of a map of ${limit}`,
        },
      )
    }
    const scene = await buildScene(map, themes.light, withMeasure, { ...defaultOptions, pin })
    return { bytes: Buffer.from(JSON.stringify(excalidrawFile(map, scene))) }
  }
}
