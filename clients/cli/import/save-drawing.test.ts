import { describe, expect, it, vi } from 'vitest'
import type { MapNode, MapsClient } from '../../typescript/index.ts'
import { saveDrawing } from './save-drawing.ts'

const id = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
const drawing = { nodes: [{ id: 'web', label: 'web' }], edges: [], inferred: [], leftOut: [] }

/** Saves the drawing, which prunes a map of these services. @returns what is written */
async function prune(nodes: MapNode[], isNamed: boolean) {
  const about = { workspaceId: 'w', isPublic: false, createdAt: '', updatedAt: '', etag: '"v1"' }
  const stored = { id, name: 'app', nodes, edges: [], ...about }
  const update = vi.fn<MapsClient['update']>().mockResolvedValue(stored)
  const maps = { get: async () => stored, update } as Partial<MapsClient> as MapsClient
  const options = { name: 'app', isNamed, isRenamed: false, isPruned: true, isDryRun: false }
  await saveDrawing(maps, id, drawing, { ...options, signal: new AbortController().signal })
  return update.mock.calls[0]?.[1]
}

describe('a map that has the name of the folder alone', () => {
  it.each<[what: string, nodes: MapNode[]]>([
    ['other', [{ id: 'other' }]],
    [
      'two of the name of a service, which may be either',
      [
        { id: 'n1', label: 'web' },
        { id: 'n2', label: 'web' },
      ],
    ],
  ])('is not pruned of all of its services: %s', async (_, nodes) => {
    await expect(prune(nodes, false)).rejects.toThrow(/^The map "app" has no service of the file,/)
  })

  it.each<[what: string, nodes: MapNode[], isNamed: boolean]>([
    ['has one of the services by its id', [{ id: 'web', label: 'Shop' }, { id: 'other' }], false],
    ['has one of the services by its name', [{ id: 'n1', label: 'web' }, { id: 'other' }], false],
    ['has no service', [], false],
    ['has a name that was given', [{ id: 'other' }], true],
  ])('is pruned where it %s', async (_, nodes, isNamed) => {
    expect(await prune(nodes, isNamed)).toMatchObject({ nodes: [expect.objectContaining({})] })
  })
})
