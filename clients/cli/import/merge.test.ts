import { describe, expect, it } from 'vitest'
import { mergeDrawing } from './merge.ts'

const drawing = {
  nodes: [
    { id: 'web', label: 'web', tech: 'nginx:1' },
    { id: 'db', label: 'db', tech: 'postgres:18' },
  ],
  edges: [{ source: 'web', target: 'db' }],
  inferred: [],
  leftOut: [],
}

describe('a drawing', () => {
  it('becomes a map as it is', () => {
    const { nodes, edges } = drawing
    expect(mergeDrawing(undefined, drawing, false)).toEqual({ nodes, edges, kept: [] })
  })

  it('changes only the technology of existing services, in their order', () => {
    const db = { id: 'db', label: 'Orders', tech: 'postgres:17', spend: 90, currency: 'EUR' as const, x: 1, y: 2 }
    const merged = mergeDrawing({ nodes: [db, { id: 'web', tech: 'nginx:1' }], edges: [] }, drawing, false)
    expect(merged.nodes).toEqual([
      { ...db, tech: 'postgres:18' },
      { id: 'web', tech: 'nginx:1' },
    ])
  })

  it('matches a service by its name where its id differs, and redirects connections', () => {
    const current = { nodes: [{ id: 'n1', label: 'db', x: 5 }], edges: [] }
    const { nodes, edges } = mergeDrawing(current, drawing, false)
    expect(nodes).toEqual([{ id: 'n1', label: 'db', x: 5, tech: 'postgres:18' }, drawing.nodes[0]])
    expect(edges).toEqual([{ source: 'web', target: 'n1' }])
  })

  it('does not choose between two services of one name', () => {
    const twins = ['n1', 'n2'].map((id) => ({ id, label: 'db' }))
    expect(mergeDrawing({ nodes: twins, edges: [] }, drawing, false).nodes).toEqual([...twins, ...drawing.nodes])
  })

  it('gives a service to none of two that have its name', () => {
    const current = { nodes: [{ id: 'billing-db', label: 'db', tech: 'MySQL', spend: 500 }], edges: [] }
    const drawn = ['orders', 'billing'].map((it) => ({ id: `${it}/db`, label: 'db', tech: 'PostgreSQL' }))
    const { nodes, kept } = mergeDrawing(current, { ...drawing, nodes: drawn, edges: [] }, false)
    expect(nodes).toEqual([...current.nodes, ...drawn])
    expect(kept).toEqual(['db'])
  })

  it('keeps services that it lacks, and names them, unless they are pruned', () => {
    const current = {
      nodes: [{ id: 'mail', label: 'E-mail' }, { id: 'web' }],
      edges: [{ source: 'web', target: 'mail', dashed: true }],
    }
    const merged = mergeDrawing(current, drawing, false)
    expect(merged.kept).toEqual(['E-mail'])
    expect(merged.nodes.map((it) => it.id)).toEqual(['mail', 'web', 'db'])
    expect(merged.edges).toEqual([...current.edges, ...drawing.edges])
    expect(mergeDrawing(current, drawing, true)).toEqual({
      nodes: [{ id: 'web', tech: 'nginx:1' }, drawing.nodes[1]],
      edges: drawing.edges,
      kept: [],
    })
  })

  it('keeps connections that it has as inferred ones, and adds none of them', () => {
    const [known, gone] = [
      { source: 'db', target: 'web', dashed: true },
      { source: 'db', target: 'web2' },
    ]
    const inferred = [
      { source: 'db', target: 'web', dashed: true },
      { source: 'web', target: 'web', dashed: true },
    ]
    const current = { nodes: drawing.nodes, edges: [known, gone] }
    expect(mergeDrawing(current, { ...drawing, inferred }, true).edges).toEqual([known, ...drawing.edges])
  })

  it('keeps dashed connections between its services where variables are not known that may name them', () => {
    const edge = { source: 'db', target: 'web', dashed: true }
    const current = {
      nodes: [...drawing.nodes, { id: 'gone' }],
      edges: [edge, { ...edge, dashed: false }, { ...edge, target: 'gone' }],
    }
    const leftOut = [{ kind: 'unsetVariables' as const, count: 1, names: ['DATABASE_URL'] }]
    expect(mergeDrawing(current, { ...drawing, leftOut }, true).edges).toEqual([edge, ...drawing.edges])
    expect(mergeDrawing(current, drawing, true).edges).toEqual(drawing.edges)
  })

  it('keeps the looks of a connection, and the label where it has none itself', () => {
    const looks = { source: 'web', target: 'db', label: 'SQL', color: 'red' }
    const current = { nodes: drawing.nodes, edges: [looks] }
    expect(mergeDrawing(current, drawing, true).edges).toEqual([looks])
    const labelled = { ...drawing, edges: [{ source: 'web', target: 'db', label: 'reads' }] }
    expect(mergeDrawing(current, labelled, false).edges).toEqual([{ ...looks, label: 'reads' }])
    const inferred = { ...drawing, edges: [{ source: 'web', target: 'db', dashed: true }] }
    expect(mergeDrawing(current, inferred, false).edges).toEqual([looks])
  })

  it('keeps further connections between the ends of one that it has without a label', () => {
    const edge = { source: 'web', target: 'db' }
    const [reads, writes] = ['reads', 'writes'].map((label) => ({ ...edge, label }))
    const current = { nodes: drawing.nodes, edges: [reads!, writes!, { source: 'db', target: 'web' }] }
    expect(mergeDrawing(current, drawing, true).edges).toEqual([reads, writes])
    expect(mergeDrawing(current, { ...drawing, edges: [reads!] }, true).edges).toEqual([reads])
  })

  it.each(['both', 'none'] as const)('has a connection of the map that leads both ways: %s', (arrow) => {
    const current = { nodes: drawing.nodes, edges: [{ source: 'db', target: 'web', label: 'syncs', arrow }] }
    const back = { source: 'db', target: 'web' }
    for (const isPruned of [true, false]) {
      expect(mergeDrawing(current, drawing, isPruned).edges).toEqual(current.edges)
      expect(mergeDrawing(current, { ...drawing, edges: [...drawing.edges, back] }, isPruned).edges).toEqual(
        current.edges,
      )
    }
  })

  it('tells connections of the same two services apart by their labels', () => {
    const edge = { source: 'web', target: 'db' }
    const [reads, writes, backs] = ['reads', 'writes', 'backs up'].map((label) => ({ ...edge, label }))
    const current = { nodes: drawing.nodes, edges: [{ ...writes!, color: 'red' }, reads!] }
    const { edges } = mergeDrawing(current, { ...drawing, edges: [reads!, writes!, backs!] }, false)
    expect(edges).toEqual([{ ...writes, color: 'red' }, reads, backs])
  })
})
