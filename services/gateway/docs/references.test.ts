import { expect, it } from 'vitest'
// @ts-expect-error: the modules of the page have no types.
import { resolveReferences } from './page/references.js'

const document = {
  paths: {
    '/maps': { get: { answer: [{ $ref: '#/parts/Map' }], note: { $ref: '#/parts/Note', description: 'own' } } },
  },
  parts: {
    Map: { nodes: { $ref: '#/parts/Node' } },
    Node: { type: 'object', parent: { $ref: '#/parts/Node' } },
    Note: { type: 'string', description: 'general' },
  },
}

async function resolve(path: string[], of: object = document): Promise<unknown> {
  const { spec, errors } = await resolveReferences.fn.resolveSubtree(of, path)
  expect(errors).toEqual([])
  return spec
}

it('replaces references by what they name, and keeps what stands beside them', async () => {
  const parent = { $ref: '#/parts/Node' }
  expect(await resolve(['paths', '/maps', 'get'])).toEqual({
    answer: [{ nodes: { type: 'object', parent, $$ref: '#/parts/Node' }, $$ref: '#/parts/Map' }],
    note: { type: 'string', description: 'own', $$ref: '#/parts/Note' },
  })
  expect(await resolve(['paths', 'none', 'get'])).toBeUndefined()
})
