import { readFile } from 'node:fs/promises'
import { type ExportFormat, exportFormats, fileFormatTable, recordOf } from '@maps/shared/file-formats'
import { type ArchitectureMap, newMapSchema } from '@maps/shared/map'
import { demoMap } from '../../infra/local/demo-map.ts'
import { createRenderers } from '../../services/render-worker/renderers/index.ts'
import type { Renderer } from '../../services/render-worker/renderers/renderer.ts'
import { apiUrl, mapOf } from '../maps/sample-map.ts'
import type { PictureRenderer } from './picture-renderer.ts'

/** A file in `docs/` that our renderers produce. */
export interface SampleFile {
  /** Path relative to `docs/`. */
  path: string
  format: ExportFormat
  map: ArchitectureMap
}

/** URL of `docs/`. */
export const docsFolder = new URL('../../docs/', import.meta.url)

function sampleFile(format: ExportFormat): string {
  const { name } = recordOf(format)
  return 'full' in name ? `tea-shop.${name.full.toLowerCase()}` : `tea-shop${name.suffix}`
}

/** Lists the exports of the demo map in all formats, and the diagram of an export's path. */
export async function listSamples(): Promise<SampleFile[]> {
  const demo = mapOf(demoMap.nodes, demoMap.edges, demoMap.name)
  const text = await readFile(new URL('export-path.json', docsFolder), 'utf8')
  const { nodes, edges, name } = newMapSchema.parse(JSON.parse(text))
  const exportPath = mapOf(nodes, edges, name)
  return [
    ...exportFormats.map((format): SampleFile => ({ path: `samples/${sampleFile(format)}`, format, map: demo })),
    { path: 'export-path.png', format: 'png', map: exportPath },
    { path: 'architecture.md', format: 'agents', map: exportPath },
  ]
}

/** Renders a sample as an export with default options. */
export async function renderSample({ format, map }: SampleFile, { browser }: PictureRenderer): Promise<Buffer> {
  const { options } = fileFormatTable[format]
  const render = createRenderers(browser)[format] as Renderer<ExportFormat>
  const { bytes } = await render({ map, options: options.parse({}), apiUrl })
  return bytes
}
