import type { ArchitectureMap, NewMap } from '@maps/shared/map'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestWorkspace } from '../rig/system.ts'
import { newMap } from './arbitrary-maps.ts'

/** The expected state of the workspaces. */
export interface Model {
  /** Maps of each workspace, latest update first. */
  maps: ArchitectureMap[][]
}

type Real = readonly TestWorkspace[]
type Command = fc.AsyncCommand<Model, Real>

/** Random sequences of requests to several workspaces. */
export function mapCommands(workspaceCount: number): fc.Arbitrary<Iterable<Command>> {
  const owner = fc.nat(workspaceCount - 1)
  const pick = fc.nat()
  return fc.commands(
    [
      fc.tuple(owner, newMap).map(([at, body]) => create(at, body)),
      fc.tuple(owner, pick, newMap, fc.boolean()).map(([at, which, body, isPart]) => patch(at, which, body, isPart)),
      fc.tuple(owner, pick).map(([at, which]) => remove(at, which)),
      fc.tuple(owner, pick).map(([at, which]) => get(at, which)),
      fc.tuple(owner, pick).map(([at, which]) => accessOther(at, which)),
      owner.map((at) => list(at)),
    ],
    { maxCommands: 100, size: 'max' },
  )
}

function create(at: number, body: Partial<NewMap>): Command {
  return command(`create on ${at}`, async ({ maps }, workspaces) => {
    const created = await workspaces[at]!.createMap(body)
    expect(created).toMatchObject({ isPublic: false, ...body, workspaceId: workspaces[at]!.id })
    maps[at]!.unshift(created)
  })
}

function patch(at: number, which: number, body: Partial<NewMap>, isPart: boolean): Command {
  return command(`patch on ${at}`, async ({ maps }, workspaces) => {
    const map = pickMap(maps[at]!, which)
    if (!map) return
    const { name, nodes, edges } = body
    const change = isPart ? { name } : { nodes, edges }
    const changed = await workspaces[at]!.patchMap(map.id, change)
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(map.updatedAt))
    expect(changed).toEqual({ ...map, ...change, updatedAt: changed.updatedAt })
    maps[at] = [changed, ...maps[at]!.filter((it) => it.id !== map.id)]
  })
}

function remove(at: number, which: number): Command {
  return command(`delete on ${at}`, async ({ maps }, workspaces) => {
    const map = pickMap(maps[at]!, which)
    if (!map) return
    await workspaces[at]!.deleteMap(map.id)
    maps[at] = maps[at]!.filter((it) => it.id !== map.id)
    expect(await workspaces[at]!.request('GET', `/maps/${map.id}`)).toMatchObject({ status: 404 })
  })
}

function get(at: number, which: number): Command {
  return command(`get on ${at}`, async ({ maps }, workspaces) => {
    const map = pickMap(maps[at]!, which)
    if (map) expect(await workspaces[at]!.getMap(map.id)).toEqual(map)
  })
}

/** Tries to read, change and delete a map with the token of another workspace. */
function accessOther(at: number, which: number): Command {
  return command(`reach from ${at} to the other`, async ({ maps }, workspaces) => {
    const map = pickMap(maps[(at + 1) % maps.length]!, which)
    if (!map) return
    const requests = [
      workspaces[at]!.request('GET', `/maps/${map.id}`),
      workspaces[at]!.request('PATCH', `/maps/${map.id}`, { body: { name: 'taken' } }),
      workspaces[at]!.request('DELETE', `/maps/${map.id}`),
    ]
    for (const { status } of await Promise.all(requests)) expect(status).toBe(404)
  })
}

function list(at: number): Command {
  return command(`list ${at}`, async ({ maps }, workspaces) => {
    const byUpdate = maps[at]!.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id))
    expect(await workspaces[at]!.listMaps()).toEqual(byUpdate)
  })
}

function command(name: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => name }
}

function pickMap(list: readonly ArchitectureMap[], which: number): ArchitectureMap | undefined {
  return list[which % Math.max(list.length, 1)]
}
