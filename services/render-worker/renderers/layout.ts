import { MAX_ELEMENTS } from '@maps/shared/map'
import type { Position } from '@maps/shared/positions'
import { themes } from '../scene/draw/theme.ts'
import { arrange, defaultOptions } from '../scene/scene.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import type { Renderer } from './renderer.ts'

/**
 * Creates the renderer of the positions that pictures without options use: of all services in the order of the map, then of the ids that only
 * edges name, whose placeholders would not stand still otherwise.
 *
 * @param withMeasure measures texts as for a picture, so that cards have the same size
 */
export function createLayoutRenderer(withMeasure: WithMeasure): Renderer<'layout'> {
  return async ({ map, pins }) => {
    const { cards } = await arrange(map, themes.light, withMeasure, { ...defaultOptions, pins })
    const positions = cards.slice(0, MAX_ELEMENTS).map(({ id, rect }): Position => ({ id, ...rect }))
    return { bytes: Buffer.from(JSON.stringify(positions)) }
  }
}
