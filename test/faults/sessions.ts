import { createRandom } from '../bench/random.ts'
import { createRestClient } from '../rig/rest-client.ts'
import type { TestWorkspace } from '../rig/system.ts'
import type { Fleet } from './fleet.ts'
import type { Recording, Session } from './recording.ts'
import { seed } from './run-size.ts'

const CLIENTS = 4
/** Tokens that the clients share, since versions by one token are joined. */
const AUTHORS = 2

/** Creates the clients of a run, which change the maps of one workspace. */
export async function openSessions(fleet: Fleet, team: TestWorkspace, recording: Recording): Promise<Session[]> {
  const sites = fleet.gateways.members.map((it) => it.url)
  const connect = (direct: string[], token: string) => createRestClient({ direct, validated: undefined }, token)
  const connectApi = (token: string) =>
    connect(
      sites.map((it) => `${it}/api/v1`),
      token,
    )
  const readOnly = connectApi((await team.createToken({ isReadOnly: true })).token)
  const tokens = await Promise.all(Array.from({ length: AUTHORS }, () => team.createToken()))
  const common = { readOnly, gateways: sites.length, recording }
  return Array.from({ length: CLIENTS }, (_, client) => {
    const author = client % AUTHORS
    const { token } = tokens[author]!
    const random = createRandom(`${seed} client ${client}`)
    return { ...common, client, author, api: connectApi(token), site: connect(sites, token), random }
  })
}
