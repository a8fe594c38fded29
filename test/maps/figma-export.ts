import { fileFormatTable } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import type { Pin } from '../../services/render-worker/scene/layout/pin.ts'
import { createFigmaRenderer } from '../../services/render-worker/renderers/figma.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { apiUrl } from './sample-map.ts'

/** Exports a map as a Figma file, with text widths estimated instead of measured in a browser. */
export async function exportFigma(map: ArchitectureMap, query = {}, pin?: Pin): Promise<Buffer> {
  const options = fileFormatTable.figma.options.parse(query)
  const { bytes } = await createFigmaRenderer(estimated)({ map, options, apiUrl, pin })
  return bytes
}
