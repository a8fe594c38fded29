import { SetupError } from '@maps/shared/config'
import { demoMap } from './demo-map.ts'
import { runAdmin } from './run-admin.ts'
import { type Demo, readState, type RunningStack, writeState } from './state.ts'

const WORKSPACE = 'demo'

/** Returns the token and map of the demo workspace, which the first start creates and later starts reuse. */
export async function ensureDemo(stack: RunningStack): Promise<Demo> {
  const saved = await readState('demo.json')
  const isTokenValid = saved && (await call(stack, saved.token, 'GET', '/maps?limit=1')).status === 200
  const token = isTokenValid ? saved.token : await createToken(stack)
  const hasMap = isTokenValid && (await call(stack, token, 'GET', `/maps/${saved.mapId}`)).status === 200
  const demo = { token, mapId: hasMap ? saved.mapId : await createMap(stack, token) }
  await writeState('demo.json', demo)
  return demo
}

/** A command that downloads a picture of the demo map. */
export function downloadCommand({ baseUrl }: RunningStack, { token, mapId }: Demo): string {
  return `curl -fH "Authorization: Bearer ${token}" -o tea-shop.png ${baseUrl}/maps/${mapId}/export/png`
}

async function createToken({ databaseUrl }: RunningStack): Promise<string> {
  // Fails if the workspace exists already.
  const workspace = await runAdmin(databaseUrl, ['workspace', 'create', WORKSPACE, '--plan', 'pro'])
  const token = await runAdmin(databaseUrl, ['token', 'create', '--workspace', WORKSPACE, '--name', 'npm-start'])
  if (!token.isDone) throw new SetupError(`The demo could not be made: ${workspace.output}\n${token.output}`)
  return token.output
}

async function createMap(stack: RunningStack, token: string): Promise<string> {
  const response = await call(stack, token, 'POST', '/maps', demoMap)
  if (response.status !== 201) throw new SetupError(`The demo map was not accepted: ${await response.text()}`)
  const { map } = (await response.json()) as { map: { id: string } }
  return map.id
}

function call(stack: RunningStack, token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${stack.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
