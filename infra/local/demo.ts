import { SetupError } from '@maps/shared/config'
import { demoMap } from './demo-map.ts'
import { runAdmin } from './run-admin.ts'
import { type Demo, readState, type RunningStack, writeState } from './state.ts'

const WORKSPACE = 'demo'

/** The workspace and map that `npm start` shows, made once and found again at later starts. */
export async function ensureDemo(stack: RunningStack): Promise<Demo> {
  const known = await readState('demo.json')
  const isTokenGood = known && (await call(stack, known.token, 'GET', '/maps?limit=1')).status === 200
  const token = isTokenGood ? known.token : await createToken(stack)
  const isMapThere = isTokenGood && (await call(stack, token, 'GET', `/maps/${known.mapId}`)).status === 200
  const demo = { token, mapId: isMapThere ? known.mapId : await createMap(stack, token) }
  await writeState('demo.json', demo)
  return demo
}

/** A command that downloads a picture of the demo map. */
export function downloadCommand({ baseUrl }: RunningStack, { token, mapId }: Demo): string {
  return `curl -fH "Authorization: Bearer ${token}" -o tea-shop.png ${baseUrl}/maps/${mapId}/export/png`
}

async function createToken({ databaseUrl }: RunningStack): Promise<string> {
  // Fails where the workspace exists already.
  const workspace = await runAdmin(databaseUrl, ['workspace', 'create', WORKSPACE, '--plan', 'pro'])
  const token = await runAdmin(databaseUrl, ['token', 'create', '--workspace', WORKSPACE, '--name', 'npm-start'])
  if (!token.isDone) throw new SetupError(`The demo could not be made: ${workspace.output}\n${token.output}`)
  return token.output
}

async function createMap(stack: RunningStack, token: string): Promise<string> {
  const answer = await call(stack, token, 'POST', '/maps', demoMap)
  if (answer.status !== 201) throw new SetupError(`The demo map was not accepted: ${await answer.text()}`)
  const { map } = (await answer.json()) as { map: { id: string } }
  return map.id
}

function call(stack: RunningStack, token: string, method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${stack.baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}
