import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { blockSchema, exact, NOTION_ID, richText } from './notion-schemas.ts'

const CREATE = { method: 'post', path: '/v1/pages' } as const
const APPEND = { method: 'patch', path: '/v1/blocks/{block_id}/children' } as const

/** By request: the errors for which Notion would refuse a body. */
export type NotionValidator = Record<'create' | 'append', (body: unknown) => string[]>

/**
 * Creates a validator from Notion's OpenAPI description and its reference.
 *
 * The description covers: required and optional members of a body, such as the `parent` of a page; parents that are pages;
 * ids of parents; rich text; paragraphs.
 *
 * Our schemas cover, by the reference: parents that are data sources (described with a database id, as in older versions); that
 * the `type` of a parent matches its id; the page's title (described as any value); callouts, headings, code and tables (not
 * described); type and content of a block (described as optional); a page's blocks (described as texts); no further members.
 */
export function createNotionValidator(): NotionValidator {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@notionhq/notion-mcp-server/scripts/notion-openapi.json')
  const description: Description = JSON.parse(readFileSync(path, 'utf8'))
  addSchemas(description)
  const ajv = new Ajv2020({ strict: false, discriminator: true, $data: true, formats: { uuid: NOTION_ID, json: true } })
  ajv.addSchema(description, 'notion')
  return { create: compile(ajv, CREATE), append: compile(ajv, APPEND) }
}

/** Adds our schemas to the description. */
function addSchemas({ paths, components: { schemas } }: Description): void {
  const page = paths[CREATE.path].post.requestBody.content['application/json'].schema
  const append = paths[APPEND.path].patch.requestBody.content['application/json'].schema
  page.additionalProperties = append.additionalProperties = false
  page.properties['children'] = append.properties['children']
  page.properties['properties'] = exact({ title: exact({ title: richText }) })
  schemas.blockObjectRequest = blockSchema
  schemas.paragraphBlockRequest.required = ['type', 'paragraph']
  // https://developers.notion.com/reference/parent-object
  schemas.pageIdParentRequest.properties['type'] = { const: 'page_id' }
  schemas.pageIdParentRequest.additionalProperties = false
  const dataSourceId = { type: 'string', format: 'uuid' }
  schemas.parentRequest.oneOf.push(exact({ type: { const: 'data_source_id' }, data_source_id: dataSourceId }))
}

function compile(ajv: Ajv2020, { method, path }: typeof CREATE | typeof APPEND) {
  const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'].map(escape).join('/')
  const validate = ajv.compile({ $ref: `notion#/${pointer}` })
  return (body: unknown): string[] => {
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `body${instancePath.replaceAll('/', '.')} ${message} ${JSON.stringify(params)}`
    })
  }
}

/** Escapes a part of a JSON pointer in a URI. */
function escape(part: string): string {
  return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** The parts of the description that are used here. */
interface Description {
  paths: {
    [CREATE.path]: { post: DescribedOperation }
    [APPEND.path]: { patch: DescribedOperation }
  }
  components: {
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
