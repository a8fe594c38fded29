import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { blockSchema, closed, NOTION_ID, richText } from './notion-schemas.ts'

const CREATE = { method: 'post', path: '/v1/pages' } as const
const APPEND = { method: 'patch', path: '/v1/blocks/{block_id}/children' } as const

/** By request, why Notion would not take this as its body. */
export type NotionJudge = Record<'create' | 'append', (body: unknown) => string[]>

/**
 * Notion's own OpenAPI description of the bodies that an export is made for, and by hand what it does not describe.
 *
 * The description gives: which members a body must and may have, and so that a page must have a `parent`; parents
 * that are pages; ids of parents; rich text; paragraphs.
 *
 * By hand, from Notion's reference: parents that are data sources (described under the id of a database, as in older versions); that
 * the `type` of a parent fits its id; the page's title (described as anything); callouts, headings, code and tables (not described);
 * that a block has its type and its content (described as optional); that a page takes the same blocks as an append (described as
 * texts); that a body has no other members.
 */
export function createNotionJudge(): NotionJudge {
  const require = createRequire(import.meta.url)
  const path = require.resolve('@notionhq/notion-mcp-server/scripts/notion-openapi.json')
  const description: Description = JSON.parse(readFileSync(path, 'utf8'))
  complete(description)
  const ajv = new Ajv2020({ strict: false, discriminator: true, $data: true, formats: { uuid: NOTION_ID, json: true } })
  ajv.addSchema(description, 'notion')
  return { create: judgeOf(ajv, CREATE), append: judgeOf(ajv, APPEND) }
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

function judgeOf(ajv: Ajv2020, { method, path }: typeof CREATE | typeof APPEND) {
  const pointer = ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'].map(escape).join('/')
  const validate = ajv.compile({ $ref: `notion#/${pointer}` })
  return (body: unknown): string[] => {
    if (validate(body)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) => {
      return `body${instancePath.replaceAll('/', '.')} ${message} ${JSON.stringify(params)}`
    })
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
