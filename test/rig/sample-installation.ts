import { demoMap } from '../../infra/local/demo-map.ts'

/** A running installation. */
export interface Installation {
  /** Base URL of the API. */
  url: string
  /** Runs the admin command line. @returns its output */
  admin(...args: string[]): Promise<string>
}

/** A request to the API or to a public page. */
interface SampleRequest {
  /** Path below the base URL of the API. */
  path: string
  token?: string
  method?: string
  headers?: Record<string, string>
  body?: unknown
}

/** A response, with all that a client can store of it. */
interface SampleResponse {
  status: number
  etag: string | null
  body: string
}

/** A map that needs careful escaping. */
const hardMap = {
  name: 'lines\u2028and "quotes" \\ 翻訳 👩‍💻',
  nodes: [{ id: 'a', label: '\u0085\t</script>', spend: 5e-324 }],
  edges: [],
}
const firstPost = {
  method: 'POST',
  path: '/maps',
  headers: { 'Idempotency-Key': 'the-first-post' },
  body: { name: 'Once', nodes: [], edges: [] },
}

/**
 * Creates something of each kind that a database holds: workspaces of both plans; tokens that work, that only read, that expire and that
 * are revoked; a public map, a changed one, a pinned one and one that was posted with an `Idempotency-Key`.
 * @returns requests that show all of it
 */
export async function createSample({ url, admin }: Installation): Promise<SampleRequest[]> {
  await admin('workspace', 'create', 'kept', '--plan', 'pro')
  await admin('workspace', 'create', 'small')
  const createToken = (workspace: string, ...options: string[]): Promise<string> =>
    admin('token', 'create', '--workspace', workspace, '--name', 'sample', ...options)
  const token = await createToken('kept', '--expires-in', '90d')
  const [reader, small, revoked] = [
    await createToken('kept', '--read-only'),
    await createToken('small'),
    await createToken('kept'),
  ]
  const post = async (body: unknown): Promise<string> => {
    const { map } = JSON.parse((await send(url, { token, method: 'POST', path: '/maps', body })).body) as {
      map: { id: string }
    }
    return `/maps/${map.id}`
  }
  const changed = await post(demoMap)
  await send(url, { token, method: 'PATCH', path: changed, body: { name: 'Changed' } })
  const hard = await post(hardMap)
  await send(url, { token, method: 'PUT', path: `${hard}/layout`, body: { nodes: [{ id: 'a', x: 0.1, y: -7 }] } })
  await post({ ...demoMap, isPublic: true })
  await send(url, { token, ...firstPost })
  await revoke({ admin }, revoked)
  const share = await findShare(url, token)
  return [
    ...[token, reader, small, revoked].map((it) => ({ token: it, path: '/maps' })),
    ...[changed, hard, `${hard}/layout`].map((path) => ({ token, path })),
    { token, path: `${changed}/export/markdown` },
    { token: reader, method: 'DELETE', path: changed },
    { token, ...firstPost },
    { path: share },
    { path: `${share}/map.svg` },
  ]
}

/** Sends the requests of a sample one after the other. @returns the responses by request */
export async function observe(
  url: string,
  requests: readonly SampleRequest[],
): Promise<Record<string, SampleResponse>> {
  const responses: Record<string, SampleResponse> = {}
  for (const request of requests) {
    const { method = 'GET', path, token = 'no token' } = request
    responses[`${method} ${path} with ${token.slice(-4)}`] = await send(url, request)
  }
  return responses
}

async function send(
  url: string,
  { path, token, method = 'GET', headers, body }: SampleRequest,
): Promise<SampleResponse> {
  const response = await fetch(path.startsWith('/share') ? new URL(path, url) : `${url}${path}`, {
    method,
    headers: {
      // Error responses have it.
      'X-Request-Id': 'sample',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: response.status, etag: response.headers.get('etag'), body: await response.text() }
}

/** Revokes a token, which the list shows with its last four characters. */
async function revoke({ admin }: Pick<Installation, 'admin'>, token: string): Promise<void> {
  const row = (await admin('token', 'list', '--workspace', 'kept'))
    .split('\n')
    .find((it) => it.includes(token.slice(-4)))
  const [id = ''] = /[0-9a-f-]{36}/.exec(row ?? '') ?? []
  await admin('token', 'revoke', id)
}

/** Path of the page of the only public map. */
async function findShare(url: string, token: string): Promise<string> {
  const { body } = await send(url, { token, path: '/maps?fields=isPublic' })
  const { maps } = JSON.parse(body) as { maps: { shareUrl?: string }[] }
  const shareUrl = maps.find((it) => it.shareUrl !== undefined)!.shareUrl!
  return new URL(shareUrl).pathname.replace(/\/$/, '')
}
