import { NotFound } from '@maps/shared/errors'
import { fileFormatTable, writeOptions } from '@maps/shared/export-job'
import type { ListResourcesResult, ReadResourceResult, ResourceTemplateType } from '@modelcontextprotocol/server'
import { getMap } from '../routes/change-map.ts'
import { exportMap } from '../routes/export-map.ts'
import { bytesOf } from './files.ts'
import { contentOf, headOf } from './map-view.ts'
import { readable, readableText, refuseTooLong, stringifyBounded } from './readable.ts'
import type { ToolCall } from './tool.ts'

/** Most maps in the list, those updated last: a client shows it to its user, and find_maps finds the others. */
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
export async function listResources({ maps, caller: { workspaceId }, signal }: ToolCall): Promise<ListResourcesResult> {
  const entries = await maps.index(workspaceId, { limit: MAX_LISTED, fields: ['name'] })
  const found = await maps.getSummaries(
    workspaceId,
    entries.map((it) => it.id),
    ['id', 'name'],
    signal(),
  )
  return {
    resources: found.map(({ id, name }) => ({ uri: `maps://${id}`, name: readableText(name!), mimeType: mapType })),
  }
}

/** Reads a resource by its URI. @throws NotFound for an address that is no map's, or another workspace's */
export async function readResource(uri: string, call: ToolCall): Promise<ReadResourceResult> {
  const [, id, guide] = /^maps:\/\/([^/]+)(\/agents\.md)?$/.exec(uri) ?? []
  if (id === undefined)
    throw new NotFound('There is no such resource. There are maps://{id} and maps://{id}/agents.md.')
  call.setSubject({ mapId: id })
  const text = guide ? await guideOf(id, call) : await mapOf(id, call)
  return { contents: [{ uri, mimeType: guide ? guideType : mapType, text }] }
}

async function mapOf(id: string, { maps, caller, shareUrl }: ToolCall): Promise<string> {
  const map = await getMap(maps, caller, id)
  const content = contentOf(map)
  return stringifyBounded(readable({ map: headOf(map, content, shareUrl), ...content }))
}

async function guideOf(id: string, call: ToolCall): Promise<string> {
  const { file } = await exportMap(call, call, id, 'agents', writeOptions(fileFormatTable.agents.options.parse({})))
  refuseTooLong(file.bytes.length, 'Markdown')
  return (await bytesOf(file)).toString()
}
