import { MAX_ELEMENTS } from '@maps/shared/map'
import { MAX_DISTANCE, type Position } from '@maps/shared/positions'
import { themes } from '../scene/draw/theme.ts'
import { writeLines } from '../scene/layout/pinned-lines.ts'
import { arrange, defaultOptions } from '../scene/scene.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import type { Renderer } from './renderer.ts'

/**
 * Creates the renderer of the positions that pictures without options use: of all services in the order of the map, then of the ids that only
 * edges name, whose placeholders would not stand still otherwise. A second line has where edges pass, for a pin.
 *
 * @param withMeasure measures texts as for a picture, so that cards have the same size
 */
export function createLayoutRenderer(withMeasure: WithMeasure): Renderer<'layout'> {
  return async ({ map, pin }) => {
    const { cards, layout } = await arrange(map, themes.light, withMeasure, { ...defaultOptions, pin })
    const positions = cards
      .slice(0, MAX_ELEMENTS)
      .map(({ id, rect }): Position => ({ id, ...rect, x: within(rect.x), y: within(rect.y) }))
    const lines = writeLines(
      positions.map((it) => it.id),
      layout,
    )
    return { bytes: Buffer.from(`${JSON.stringify(positions)}\n${lines ? JSON.stringify(lines) : ''}`) }
  }
}

/** The nearest coordinate that a pin may have. A card that is placed beside one at its end may be beyond. */
function within(coordinate: number): number {
  return Math.min(MAX_DISTANCE, Math.max(-MAX_DISTANCE, coordinate))
}
