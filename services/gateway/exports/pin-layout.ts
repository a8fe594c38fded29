import { type FieldProblem, invalidFields } from '@maps/shared/errors'
import type { MapEdge, MapNode } from '@maps/shared/map'
import type { Position } from '@maps/shared/positions'
import { setImmediate as letOthersRun } from 'node:timers/promises'
import { getMap, mapNotFound, tooManyBytes, versionConflict } from '../maps/workspace-maps.ts'
import type { PinOutcome } from '../store/layouts.ts'
import { elementBytes } from '../store/stored-map.ts'
import { type ExportContext, exportMapById, refuseFormatOutOfPlan } from './export-map.ts'
import { bytesOf, type ExportedFile } from './recent-files.ts'

/** Reads the file of a layout: its positions, and its lines or nothing, as JSON text. */
export async function readLayout(file: ExportedFile): Promise<{ nodes: string; lines: string }> {
  const [nodes = '[]', lines = ''] = (await bytesOf(file)).toString().split('\n')
  return { nodes, lines }
}

/**
 * Pins these positions of services, by default those that pictures use now.
 * @param states states of the layout that may be pinned, as `If-Match` names them; by default all
 * @throws ServiceError 400 for an unknown id, 403, 404, 412 for another state, or what an export throws
 */
export async function pinLayout(
  context: ExportContext,
  id: string,
  positions: readonly Position[] | undefined,
  states?: readonly string[],
): Promise<void> {
  if (positions) {
    await refuseUnknownIds(context, id, positions)
    refuseFormatOutOfPlan(context, 'layout')
    return storePin(context, id, JSON.stringify({ nodes: positions }), states)
  }
  using current = await currentPin(context, id)
  await storePin(context, id, current.pin, states)
}

/** Reads the layout that pictures of a map use now, as it is pinned: JSON text, whose bytes are held until it is disposed. @throws ServiceError as an export does */
export async function currentPin(context: ExportContext, id: string): Promise<{ pin: string } & Disposable> {
  const { file } = await exportMapById(context, id, 'layout', {})
  using held = new DisposableStack()
  held.use(context.hold(file.bytes.length))
  const { nodes, lines } = await readLayout(file)
  const kept = held.move()
  return { pin: `{"nodes":${nodes}${lines && `,"lines":${lines}`}}`, [Symbol.dispose]: () => kept.dispose() }
}

/** Unpins the layout of a map, if it is pinned. @throws ServiceError 404, or 412 for another state */
export async function unpinLayout(
  { maps, caller }: Pick<ExportContext, 'maps' | 'caller'>,
  id: string,
  states?: readonly string[],
): Promise<void> {
  refuse(await maps.unpin(caller.workspaceId, id, states), caller, id)
}

/** Pins a layout, JSON text as `currentPin` reads it. @throws ServiceError 404, 412 for another state, or 413 */
export async function storePin(
  { maps, caller }: Pick<ExportContext, 'maps' | 'caller'>,
  id: string,
  pin: string,
  states: readonly string[] | undefined,
): Promise<void> {
  refuse(await maps.pin(caller.workspaceId, id, pin, caller.plan, states), caller, id)
}

function refuse(outcome: PinOutcome, caller: ExportContext['caller'], id: string): void {
  if (outcome === 'not found') throw mapNotFound(id)
  if (outcome === 'state differs') throw versionConflict()
  if (outcome === 'too many bytes') throw tooManyBytes(caller)
}

/** Refuses ids that neither a node nor an edge of the map has: they are misspelt, most likely. @throws InvalidRequest */
async function refuseUnknownIds(context: ExportContext, id: string, positions: readonly Position[]): Promise<void> {
  const map = await getMap(context, id)
  using _ = context.hold(elementBytes(map))
  const ids = new Set((JSON.parse(map.nodes) as MapNode[]).map((it) => it.id))
  await letOthersRun()
  for (const { source, target } of JSON.parse(map.edges) as MapEdge[]) ids.add(source).add(target)
  await letOthersRun()
  const problems = positions.flatMap(({ id: given }, index): FieldProblem[] => {
    return ids.has(given)
      ? []
      : [[`nodes[${index}].id`, 'must be the id of a node of the map, or of an end of an edge']]
  })
  if (problems.length > 0) throw invalidFields('The body', problems)
}
