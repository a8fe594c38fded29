import type { ArchitectureMap } from '@maps/shared/map'
import { createFigmaRenderer } from '../../services/render-worker/renderers/figma.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { apiUrl } from './sample-map.ts'

/** The figma export of a map, its texts measured without a browser. */
export async function boardOf(map: ArchitectureMap): Promise<Buffer> {
  const { bytes } = await createFigmaRenderer(estimated)({ map, options: {}, apiUrl })
  return bytes
}
