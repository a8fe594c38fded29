import { NotFound } from '@maps/shared/errors'
import { fileFormatTable, writeOptions } from '@maps/shared/file-formats'
import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server'
import { exportMapById } from '../exports/export-map.ts'
import { bytesOf } from '../exports/recent-files.ts'
import { overviewOf } from './map-view.ts'
import { readMap, takeContent } from './read-map.ts'
import { sanitize, sanitizeText } from './sanitize.ts'
import { createLengthBudget, refuseTooLong, stringifyBounded } from './size-limit.ts'
import type { ToolContext } from './tool.ts'

/** Maximum number of maps in the list of resources. Clients show the list to users; find_maps finds other maps. */
const MAX_LISTED = 100

const mapType = 'application/json'
const guideType = fileFormatTable.agents.contentType

/** The URI templates that the server lists. */
export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: 'maps://{id}',
    name: 'map',
    title: 'A map',
    description: 'The whole map: every node and edge with all their fields, as get_map tells it.',
    mimeType: mapType,
  },
  {
    uriTemplate: 'maps://{id}/agents.md',
    name: 'agents.md',
    title: 'A map as AGENTS.md',
    description: 'The map as a guide for coding agents: services, dependencies, costs and working rules.',
    mimeType: guideType,
  },
]

/** Lists the workspace's maps as resources, the newest update first. */
export async function listResources({
  maps,
  caller: { workspaceId },
  signal,
}: ToolContext): Promise<ListResourcesResult> {
  const entries = await maps.listEntries(workspaceId, { limit: MAX_LISTED, fields: ['name'] })
  const ids = entries.map((it) => it.id)
  const found = await maps.getSummaries(workspaceId, ids, ['id', 'name'], signal())
  return {
    resources: found.map(({ id, name }) => ({ uri: `maps://${id}`, name: sanitizeText(name!), mimeType: mapType })),
  }
}

/** Reads a resource by its URI. @throws NotFound if the URI names no map of the workspace */
export async function readResource(uri: string, context: ToolContext): Promise<ReadResourceResult> {
  const [, id, guide] = /^maps:\/\/([^/]+)(\/agents\.md)?$/.exec(uri) ?? []
  if (id === undefined)
    throw new NotFound('There is no such resource. There are maps://{id} and maps://{id}/agents.md.')
  context.setLoggedMap({ mapId: id })
  const text = guide ? await guideOf(id, context) : await mapOf(id, context)
  return { contents: [{ uri, mimeType: guide ? guideType : mapType, text }] }
}

async function mapOf(id: string, context: ToolContext): Promise<string> {
  const map = await readMap(context, id)
  createLengthBudget()(map.nodes.length + map.edges.length)
  const content = takeContent(map)
  return stringifyBounded(
    sanitize({ map: overviewOf(map, content, context.shareUrl), ...content }, createLengthBudget()),
  )
}

async function guideOf(id: string, context: ToolContext): Promise<string> {
  const { file } = await exportMapById(context, id, 'agents', writeOptions(fileFormatTable.agents.options.parse({})))
  refuseTooLong(file.bytes.length, 'Markdown')
  return (await bytesOf(file)).toString()
}
