import type { ArchitectureMap, NewMap } from '@maps/shared/map'
import fc from 'fast-check'
import { expect } from 'vitest'
import type { TestWorkspace } from '../rig/system.ts'
import { newMap } from './arbitrary-maps.ts'

/** What each workspace should hold, the newest update first. */
export interface Model {
  shelves: ArchitectureMap[][]
}

type Real = readonly TestWorkspace[]
type Command = fc.AsyncCommand<Model, Real>

/** Random requests to so many workspaces. */
export function commandsOn(workspaces: number): fc.Arbitrary<Iterable<Command>> {
  const owner = fc.nat(workspaces - 1)
  const pick = fc.nat()
  return fc.commands(
    [
      fc.tuple(owner, newMap).map(([at, body]) => create(at, body)),
      fc.tuple(owner, pick, newMap, fc.boolean()).map(([at, which, body, isPart]) => patch(at, which, body, isPart)),
      fc.tuple(owner, pick).map(([at, which]) => remove(at, which)),
      fc.tuple(owner, pick).map(([at, which]) => get(at, which)),
      fc.tuple(owner, pick).map(([at, which]) => reachAcross(at, which)),
      owner.map((at) => list(at)),
    ],
    { maxCommands: 100, size: 'max' },
  )
}

function create(at: number, body: Partial<NewMap>): Command {
  return command(`create on ${at}`, async ({ shelves }, real) => {
    const created = await real[at]!.createMap(body)
    expect(created).toMatchObject({ isPublic: false, ...body, workspaceId: real[at]!.id })
    shelves[at]!.unshift(created)
  })
}

function patch(at: number, which: number, body: Partial<NewMap>, isPart: boolean): Command {
  return command(`patch on ${at}`, async ({ shelves }, real) => {
    const map = chosen(shelves[at]!, which)
    if (!map) return
    const { name, nodes, edges } = body
    const change = isPart ? { name } : { nodes, edges }
    const changed = await real[at]!.patchMap(map.id, change)
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(map.updatedAt))
    expect(changed).toEqual({ ...map, ...change, updatedAt: changed.updatedAt })
    shelves[at] = [changed, ...shelves[at]!.filter((it) => it.id !== map.id)]
  })
}

function remove(at: number, which: number): Command {
  return command(`delete on ${at}`, async ({ shelves }, real) => {
    const map = chosen(shelves[at]!, which)
    if (!map) return
    await real[at]!.deleteMap(map.id)
    shelves[at] = shelves[at]!.filter((it) => it.id !== map.id)
    expect(await real[at]!.request('GET', `/maps/${map.id}`)).toMatchObject({ status: 404 })
  })
}

function get(at: number, which: number): Command {
  return command(`get on ${at}`, async ({ shelves }, real) => {
    const map = chosen(shelves[at]!, which)
    if (map) expect(await real[at]!.getMap(map.id)).toEqual(map)
  })
}

/** Tries each thing that can be done to a map with the other workspace's token. */
function reachAcross(at: number, which: number): Command {
  return command(`reach from ${at} to the other`, async ({ shelves }, real) => {
    const map = chosen(shelves[(at + 1) % shelves.length]!, which)
    if (!map) return
    const requests = [
      real[at]!.request('GET', `/maps/${map.id}`),
      real[at]!.request('PATCH', `/maps/${map.id}`, { body: { name: 'taken' } }),
      real[at]!.request('DELETE', `/maps/${map.id}`),
    ]
    for (const answer of await Promise.all(requests)) expect(answer.status).toBe(404)
  })
}

function list(at: number): Command {
  return command(`list ${at}`, async ({ shelves }, real) => {
    const byUpdate = shelves[at]!.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt) || b.id.localeCompare(a.id))
    expect(await real[at]!.listMaps()).toEqual(byUpdate)
  })
}

function command(name: string, run: Command['run']): Command {
  return { check: () => true, run, toString: () => name }
}

function chosen(shelf: readonly ArchitectureMap[], which: number): ArchitectureMap | undefined {
  return shelf[which % Math.max(shelf.length, 1)]
}
