import { diffMaps } from '@maps/shared/diff/map-diff'
import type { Renderer } from './renderer.ts'

/** Renders what differs between two maps as JSON. */
export const renderDiffJson: Renderer<'diff'> = async ({ map, from = map, options }) => {
  const diff = { base: options.base, from: options.from, to: options.to, ...diffMaps(from, map) }
  return { bytes: Buffer.from(`${JSON.stringify({ diff })}\n`) }
}
