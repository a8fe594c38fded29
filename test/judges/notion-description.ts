import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { blockSchema, closed, NOTION_ID, richText } from './notion-schemas.ts'

const CREATE = { method: 'post', path: '/v1/pages' } as const
const APPEND = { method: 'patch', path: '/v1/blocks/{block_id}/children' } as const

/** The latest version of Notion's API, which the description does not know yet: https://developers.notion.com/reference/versioning */
const LATEST_VERSION = '2026-03-11'

export interface NotionDescription {
  /** Versions of the API in which a request means what the description says. */
  versions: string[]
  operations: NotionOperation[]
}

interface NotionOperation {
  name: 'create' | 'append'
  method: string
  /** Matches the path of a request; its groups are the parameters. */
  path: RegExp
  /** Why Notion would not take this as the request's body. */
  faultsIn(body: unknown): string[]
}

/**
 * Notion's own OpenAPI description of the two requests that an export is made for, and by hand what it does not describe.
 *
 * The description gives: methods and paths; which members a body must and may have, and so that a page must have a `parent`; parents
 * that are pages; ids of parents; rich text; paragraphs; the version in which all this holds.
 *
 * By hand, from Notion's reference: parents that are data sources (described under the id of a database, as in older versions); that
 * the `type` of a parent fits its id; the page's title (described as anything); callouts, headings, code and tables (not described);
 * that a block has its type and its content (described as optional); that a page takes the same blocks as an append (described as
 * texts); that a body has no other members; that `block_id` is an id (described as any text); the latest version.
 */
export function readNotionDescription(): NotionDescription {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@notionhq/notion-mcp-server/scripts/notion-openapi.json')
  const description: Description = JSON.parse(readFileSync(path, 'utf8'))
  complete(description)
  const ajv = new Ajv2020({ strict: false, discriminator: true, $data: true, formats: { uuid: NOTION_ID, json: true } })
  ajv.addSchema(description, 'notion')
  return {
    versions: [description.components.parameters.notionVersion.schema.default, LATEST_VERSION],
    operations: [
      { name: 'create', ...operation(ajv, CREATE) },
      { name: 'append', ...operation(ajv, APPEND) },
    ],
  }
}

/** Adds what the description lacks. */
function complete({ paths, components: { schemas } }: Description): void {
  const page = paths[CREATE.path].post.requestBody.content['application/json'].schema
  const append = paths[APPEND.path].patch.requestBody.content['application/json'].schema
  page.additionalProperties = append.additionalProperties = false
  page.properties['children'] = append.properties['children']
  page.properties['properties'] = closed({ title: closed({ title: richText }) })
  schemas.blockObjectRequest = blockSchema
  schemas.paragraphBlockRequest.required = ['type', 'paragraph']
  // https://developers.notion.com/reference/parent-object
  schemas.pageIdParentRequest.properties['type'] = { const: 'page_id' }
  schemas.pageIdParentRequest.additionalProperties = false
  const dataSourceId = { type: 'string', format: 'uuid' }
  schemas.parentRequest.oneOf.push(closed({ type: { const: 'data_source_id' }, data_source_id: dataSourceId }))
}

function operation(ajv: Ajv2020, { method, path }: typeof CREATE | typeof APPEND) {
  const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'].map(escape).join('/')
  const validate = ajv.compile({ $ref: `notion#/${pointer}` })
  return {
    method: method.toUpperCase(),
    path: new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    faultsIn: (body: unknown): string[] => {
      if (validate(body)) return []
      return (validate.errors ?? []).map(({ instancePath, message, params }) => {
        return `body${instancePath.replaceAll('/', '.')} ${message} ${JSON.stringify(params)}`
      })
    },
  }
}

/** A part of a JSON pointer that stands in a URI. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The parts of the description that are read or changed here. */
interface Description {
  paths: {
    [CREATE.path]: { post: DescribedOperation }
    [APPEND.path]: { patch: DescribedOperation }
  }
  components: {
    parameters: { notionVersion: { schema: { default: string } } }
    schemas: {
      parentRequest: { oneOf: object[] }
      pageIdParentRequest: DescribedObject
      paragraphBlockRequest: DescribedObject
      blockObjectRequest: object
    }
  }
}

interface DescribedOperation {
  requestBody: { content: { 'application/json': { schema: DescribedObject } } }
}

interface DescribedObject {
  properties: Record<string, unknown>
  required?: string[]
  additionalProperties?: boolean
}
