import type { ExportOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap } from '@maps/shared/map'
import { titleOf } from '../documents/map-words.ts'
import { type NotionBlock, type NotionText, richText } from '../documents/notion-blocks.ts'
import { notionBlocks } from '../documents/notion-page.ts'
import { splitIntoParts } from '../documents/notion-parts.ts'
import { type Renderer, RenderRefused } from './renderer.ts'

/** The body of Notion's `POST /v1/pages`. */
export interface NotionPage {
  parent?: NotionParent
  properties: { title: { title: NotionText[] } }
  children: NotionBlock[]
}

/** The body of Notion's `PATCH /v1/blocks/{id}/children`. */
export interface NotionAppend {
  children: NotionBlock[]
}

type ParentOptions = Pick<ExportOptions<'notion'>, 'parent' | 'dataSource'>

type NotionParent = { type: 'page_id'; page_id: string } | { type: 'data_source_id'; data_source_id: string }

/** Renders a part of the map as a request body for Notion's API. Part 1 creates the page, each further part appends to it. */
export const renderNotion: Renderer<'notion'> = async ({ map, options }) => {
  const bodies = notionBodies(map, options)
  const body = bodies[options.part - 1]
  if (!body) {
    const problems = { part: `must be a whole number from 1 to ${bodies.length} for this map` }
    throw new RenderRefused(400, 'The map has no such part: see "fields".', problems)
  }
  const bytes = Buffer.from(`${JSON.stringify(body)}\n`)
  return bodies.length > 1 ? { bytes, part: { number: options.part, count: bodies.length } } : { bytes }
}

/** The request bodies of all parts of the map. */
export function notionBodies(map: ArchitectureMap, options: ParentOptions): [NotionPage, ...NotionAppend[]] {
  const [first = [], ...further] = splitIntoParts(notionBlocks(map))
  const parent = parentOf(options)
  // Every data source has its title property under this id.
  const properties = { title: { title: richText(titleOf(map)) } }
  return [{ ...(parent && { parent }), properties, children: first }, ...further.map((children) => ({ children }))]
}

function parentOf({ parent, dataSource }: ParentOptions): NotionParent | undefined {
  if (parent !== undefined) return { type: 'page_id', page_id: parent }
  return dataSource === undefined ? undefined : { type: 'data_source_id', data_source_id: dataSource }
}
