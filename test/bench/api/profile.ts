import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { askOf, type Operation, operations, type Surroundings } from './cells.ts'
import { type Bearing, loadWay } from './load.ts'
import { layOut, number } from './report.ts'
import { type Ground, startWay, type WayName, wayNames } from './servers.ts'

/** Where a way's processor time goes while it serves one kind of request. */
interface Profile {
  count: number
  /** Microseconds a request by package or file of ours, with what Node does on its behalf. */
  owners: ReadonlyMap<string, number>
  /** The same by function, by itself alone. */
  functions: ReadonlyMap<string, number>
}

/** What V8 writes: https://chromedevtools.github.io/devtools-protocol/tot/Profiler/#type-Profile */
interface V8Profile {
  nodes: V8Node[]
  samples: number[]
  timeDeltas: number[]
  startTime: number
}

interface V8Node {
  id: number
  callFrame: { functionName: string; url: string; lineNumber: number }
  children?: number[]
}

const CONNECTIONS = 16
const WARM_UP_MS = 1_500
const SHOWN_OWNERS = 14
const SHOWN_FUNCTIONS = 12
const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Prints, for each kind of request, what the processes of both ways spend their time on. */
export async function printProfiles(ground: Ground, around: Surroundings, nodes: number, ms: number): Promise<void> {
  for (const operation of operations) {
    const profiles = {} as Record<WayName, Profile>
    for (const name of wayNames) profiles[name] = await profileOf(name, operation, nodes, ms, ground, around)
    console.log(
      `\n${operation}, ${nodes} nodes, ${CONNECTIONS} connections: µs a request, Node's work with whom it is for`,
    )
    console.log(ownerLines(profiles))
    console.log(`  ours, by function alone (${profiles.ours.count} requests)`)
    console.log(functionLines(profiles.ours))
  }
}

async function profileOf(
  name: WayName,
  operation: Operation,
  nodes: number,
  ms: number,
  ground: Ground,
  around: Surroundings,
): Promise<Profile> {
  const folder = await mkdtemp(join(ground.folder, 'profile-'))
  let bearing: Bearing
  let loadedMs: number
  {
    await using way = await startWay(name, ground, `--cpu-prof --cpu-prof-dir=${folder} --cpu-prof-interval=500`)
    const ask = (connection: number) => askOf({ operation, nodes }, name, connection, around)
    await loadWay(way, ask, CONNECTIONS, WARM_UP_MS)
    const begun = performance.now()
    bearing = await loadWay(way, ask, CONNECTIONS, ms)
    loadedMs = performance.now() - begun
  }
  const [file] = await readdir(folder)
  const profile = JSON.parse(await readFile(join(folder, file!), 'utf8')) as V8Profile
  return readProfile(profile, bearing, loadedMs)
}

/** Of the last while only: what comes before is starting up. */
function readProfile(
  { nodes, samples, timeDeltas }: V8Profile,
  { count, cpuMicros }: Bearing,
  lastMs: number,
): Profile {
  const owners = ownersOf(nodes)
  const times = new Map<number, number>()
  let rest = lastMs * 1_000
  for (let at = samples.length - 1; at >= 0 && rest > 0; at--) {
    const [id, delta] = [samples[at]!, timeDeltas[at]!]
    rest -= delta
    if (owners.get(id) !== '(idle)') times.set(id, (times.get(id) ?? 0) + delta)
  }
  // Samples count the time on the clock, also while another process has the core.
  const busy = times.values().reduce((sum, it) => sum + it, 0)
  const scale = (Number.isFinite(cpuMicros) ? cpuMicros : busy / count) / busy
  const sumBy = (nameOf: (node: V8Node) => string): Map<string, number> => {
    const sums = new Map<string, number>()
    for (const node of nodes) {
      const micros = (times.get(node.id) ?? 0) * scale
      if (micros > 0) sums.set(nameOf(node), (sums.get(nameOf(node)) ?? 0) + micros)
    }
    return sums
  }
  return { count, owners: sumBy((it) => owners.get(it.id)!), functions: sumBy(placeOf) }
}

/** Who a node's time is spent for: a frame of Node itself belongs to whoever called it. */
function ownersOf(nodes: readonly V8Node[]): Map<number, string> {
  const byId = new Map(nodes.map((it) => [it.id, it]))
  const owners = new Map<number, string>()
  const pending: [id: number, caller: string][] = [[nodes[0]!.id, 'Node itself']]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [id, caller] = next
    const node = byId.get(id)!
    const owner = packageOf(node) ?? caller
    owners.set(id, owner)
    for (const child of node.children ?? []) pending.push([child, owner])
  }
  return owners
}

function packageOf({ callFrame: { url, functionName } }: V8Node): string | undefined {
  if (functionName !== '(root)' && functionName.startsWith('(') && url === '') return functionName
  if (url === '' || url.startsWith('node:')) return undefined
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
  return name ?? relative(url)
}

function relative(url: string): string {
  return url.replace(`file://${root}`, '')
}

function placeOf({ callFrame: { functionName, url, lineNumber } }: V8Node): string {
  const place = relative(url).replace(/^node_modules\//, '')
  return `${functionName || 'anonymous'}${place && `  ${place}:${lineNumber + 1}`}`
}

function ownerLines({ ours, bare }: Record<WayName, Profile>): string {
  const of = (profile: Profile, name: string): number => profile.owners.get(name) ?? 0
  const most = (name: string): number => Math.max(of(ours, name), of(bare, name))
  const names = [...new Set([...ours.owners.keys(), ...bare.owners.keys()])].toSorted((a, b) => most(b) - most(a))
  const row = (title: string, shares: readonly string[]): string[] => {
    const sums = [ours, bare].map((profile) => shares.reduce((sum, it) => sum + of(profile, it), 0))
    return [title, ...sums.map(number), '']
  }
  const shown = names.slice(0, SHOWN_OWNERS).map((it) => row(it, [it]))
  return layOut([['', 'ours', 'bare', ''], ...shown, row('the others', names.slice(SHOWN_OWNERS)), row('all', names)])
}

function functionLines({ functions }: Profile): string {
  const top = [...functions].toSorted(([, a], [, b]) => b - a).slice(0, SHOWN_FUNCTIONS)
  return layOut(top.map(([place, micros]) => [place, number(micros), '']))
}
