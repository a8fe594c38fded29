import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { NotionBlock } from '../../services/render-worker/documents/notion-blocks.ts'
import type { NotionAppend, NotionPage } from '../../services/render-worker/renderers/notion.ts'
import { type NotionDescription, readNotionDescription } from './notion-description.ts'
import { notionFaults } from './notion-limits.ts'
import { NOTION_ID } from './notion-schemas.ts'

export interface NotionServer extends AsyncDisposable {
  /** Without a slash at its end. */
  url: string
  /** What `Authorization` must bear. */
  token: string
  /** A page as it is after all that was sent; its blocks are those of every request, in the order of arrival. */
  page(id: string): StoredPage | undefined
}

interface StoredPage extends Omit<NotionPage, 'children'> {
  blocks: NotionBlock[]
}

/**
 * A Notion that takes new pages and appends to them, and refuses what the real one would: by Notion's own description where that goes
 * far enough (see `readNotionDescription`), by its request limits, and by its status codes. It serves no other request, knows no rate
 * limit, and takes every parent for one that exists and is shared with the token. Blocks can be appended to pages only.
 */
export async function startNotionServer(): Promise<NotionServer> {
  const description = readNotionDescription()
  const token = `ntn_${randomUUID()}`
  const pages = new Map<string, StoredPage>()

  const server = createServer((request, response) => void respond(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, token, page: (id) => pages.get(id), [Symbol.asyncDispose]: close }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [status, body] = await answer(request)
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: object]> {
    try {
      return [200, await take(request)]
    } catch (error) {
      const { status, code, message } =
        error instanceof Refusal ? error : new Refusal(500, 'internal_server_error', String(error))
      return [status, { object: 'error', status, code, message }]
    }
  }

  async function take(request: IncomingMessage): Promise<object> {
    const { operation, blockId } = findOperation(description, request)
    checkHeaders(request)
    const body = parse(await text(request))
    const faults = [...operation.faultsIn(body), ...notionFaults(body)]
    if (faults.length > 0) throw new Refusal(400, 'validation_error', `body failed validation: ${faults.join('; ')}`)
    return operation.name === 'create' ? create(body as NotionPage) : append(blockId, body as NotionAppend)
  }

  function checkHeaders({ headers }: IncomingMessage): void {
    if (headers.authorization !== `Bearer ${token}`) throw new Refusal(401, 'unauthorized', 'API token is invalid.')
    const version = headers['notion-version']
    if (version === undefined) throw new Refusal(400, 'missing_version', 'Notion-Version header should be defined.')
    if (description.versions.includes(String(version))) return
    throw new Refusal(400, 'validation_error', `Notion-Version should be ${description.versions.join(' or ')}.`)
  }

  function create({ children, ...page }: NotionPage): object {
    const id = randomUUID()
    pages.set(id, { ...page, blocks: children })
    return { object: 'page', id, parent: page.parent }
  }

  function append(id: string | undefined, { children }: NotionAppend): object {
    const page = pages.get(id ?? '')
    if (!page) throw new Refusal(404, 'object_not_found', `Could not find block with ID: ${id}.`)
    page.blocks.push(...children)
    return { object: 'list', results: children.map((it) => ({ object: 'block', id: randomUUID(), ...it })) }
  }

  async function close(): Promise<void> {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

/** https://developers.notion.com/reference/status-codes */
class Refusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

function findOperation({ operations }: NotionDescription, { method, url }: IncomingMessage) {
  for (const operation of operations) {
    const match = operation.path.exec(url ?? '')
    if (!match || operation.method !== method) continue
    const blockId = match.groups?.['block_id']
    if (blockId === undefined || NOTION_ID.test(blockId)) return { operation, blockId }
    throw new Refusal(400, 'validation_error', 'path failed validation: path.block_id should be a valid uuid.')
  }
  throw new Refusal(400, 'invalid_request_url', 'Invalid request URL.')
}

function parse(json: string): object {
  try {
    return JSON.parse(json)
  } catch {
    throw new Refusal(400, 'invalid_json', 'Error parsing JSON body.')
  }
}
