import { readFile } from 'node:fs/promises'
import { type ExportFormat, exportFormats, type FileFormat, fileFormatTable, recordOf } from '@maps/shared/file-formats'
import { type ArchitectureMap, newMapSchema } from '@maps/shared/map'
import { demoMap } from '../../infra/local/demo-map.ts'
import { createRenderers } from '../../services/render-worker/renderers/index.ts'
import type { Renderer } from '../../services/render-worker/renderers/renderer.ts'
import { apiUrl, mapOf } from '../maps/sample-map.ts'
import { teaShopVersions } from './map-versions.ts'
import { openstack } from './maps/openstack.ts'
import type { PictureRenderer } from './picture-renderer.ts'

/** A file in `docs/` that our renderers produce. */
export interface SampleFile {
  /** Path relative to `docs/`. */
  path: string
  format: FileFormat
  map: ArchitectureMap
  /** The older map, for a file about what changed. */
  from?: ArchitectureMap
  /** Options, as query parameters. Default: none. */
  query?: Record<string, string>
}

/** URL of `docs/`. */
export const docsFolder = new URL('../../docs/', import.meta.url)

function sampleFile(format: ExportFormat): string {
  const { name } = recordOf(format)
  return 'full' in name ? `tea-shop.${name.full.toLowerCase()}` : `tea-shop${name.suffix}`
}

/** Lists the exports of the demo map in all formats, and the pictures and guide of other maps. */
export async function listSamples(): Promise<SampleFile[]> {
  const demo = mapOf(demoMap.nodes, demoMap.edges, demoMap.name)
  const text = await readFile(new URL('export-path.json', docsFolder), 'utf8')
  const { nodes, edges, name } = newMapSchema.parse(JSON.parse(text))
  const exportPath = mapOf(nodes, edges, name)
  return [
    ...exportFormats.map((format): SampleFile => ({ path: `samples/${sampleFile(format)}`, format, map: demo })),
    {
      path: 'diff.png',
      format: 'diff.png',
      map: teaShopVersions.to,
      from: teaShopVersions.from,
      query: { from: '3', to: '7' },
    },
    {
      path: 'zones.png',
      format: 'png',
      map: mapOf(openstack.nodes, openstack.edges, openstack.name),
      query: { groups: 'prefix' },
    },
    { path: 'export-path.png', format: 'png', map: exportPath },
    { path: 'architecture.md', format: 'agents', map: exportPath },
  ]
}

/** Renders a sample as an export. */
export async function renderSample(
  { format, map, from, query = {} }: SampleFile,
  { browser }: PictureRenderer,
): Promise<Buffer> {
  const { options } = fileFormatTable[format]
  const render = createRenderers(browser)[format] as Renderer<FileFormat>
  const { bytes } = await render({ map, from, options: options.parse(query), apiUrl })
  return bytes
}
