import { defaultPlans } from '@maps/shared/plans'
import { createMapStore } from '../../../services/gateway/store/maps.ts'
import { createTokenStore } from '../../../services/gateway/store/tokens.ts'
import { createWorkspaceStore } from '../../../services/gateway/store/workspaces.ts'
import { hashToken, newToken } from '../../../services/gateway/auth/token.ts'
import { mapOf, type Sample } from '../maps.ts'
import type { Ground } from './servers.ts'

/** Maps, and how each way is told whose they are. */
export interface Workspace {
  id: string
  headers: { ours: Record<string, string>; bare: Record<string, string> }
  mapIds: readonly string[]
}

const SEED = 20_261_121

/** The map of that size that stands for the number, without what the database adds. */
export function contentOf(nodes: number, index: number) {
  const sample: Sample = { family: 'placed', nodes, index, seed: SEED }
  const { name, nodes: services, edges } = mapOf(sample)
  return { name, nodes: services, edges }
}

/** A workspace of so many maps of a size. */
export async function createWorkspace({ sql }: Ground, name: string, count: number, nodes: number): Promise<Workspace> {
  const { id } = (await createWorkspaceStore(sql).create(name, 'pro'))!
  const token = newToken()
  const record = { workspace: name, name: 'bench', hash: hashToken(token), lastFour: token.slice(-4) }
  await createTokenStore(sql).create({ ...record, expiresAt: undefined })
  const maps = createMapStore(sql)
  const mapIds: string[] = []
  for (let index = 0; index < count; index++) {
    const outcome = await maps.create(id, { ...contentOf(nodes, index), isPublic: false }, defaultPlans.pro)
    if (typeof outcome === 'string') throw new Error(outcome)
    mapIds.push(outcome.map.id)
  }
  return { id, mapIds, headers: { ours: { Authorization: `Bearer ${token}` }, bare: { 'X-Workspace': id } } }
}
