import { expect, it } from 'vitest'
import { differenceOf } from './map-difference.ts'

it('lists additions, removals and changed fields', () => {
  const before = {
    nodes: [{ id: 'web', label: 'Web' }, { id: 'api', spend: 10, tech: 'Go' }, { id: 'old' }],
    edges: [
      { source: 'web', target: 'api', label: 'reads' },
      { source: 'web', target: 'old' },
    ],
  }
  const after = {
    nodes: [{ id: 'api', spend: 12, label: 'API' }, { id: 'web', label: 'Web' }, { id: 'mail' }],
    edges: [
      { source: 'web', target: 'api', label: 'reads', dashed: true },
      { source: 'web', target: 'api', label: 'writes' },
    ],
  }
  const spend = { field: 'spend', from: 10, to: 12 }
  expect(differenceOf(before, after, () => {})).toEqual({
    nodes: {
      added: [{ id: 'mail' }],
      removed: [{ id: 'old' }],
      changed: [{ id: 'api', changes: [spend, { field: 'tech', from: 'Go' }, { field: 'label', to: 'API' }] }],
    },
    edges: {
      added: [after.edges[1]],
      removed: [before.edges[1]],
      changed: [{ source: 'web', target: 'api', changes: [{ field: 'dashed', to: true }] }],
    },
  })
  const nothing = { added: [], removed: [], changed: [] }
  expect(differenceOf(before, structuredClone(before), () => {})).toEqual({ nodes: nothing, edges: nothing })
})
