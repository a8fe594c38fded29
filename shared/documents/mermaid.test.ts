import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cases } from '../../test/rig/cases.ts'
import { hostileMaps } from '../../test/maps/hostile-maps.ts'
import { largeMap, mapOf } from '../../test/maps/sample-map.ts'
import type { MapEdge } from '../map.ts'
import { type Mark, mermaidOf } from './mermaid.ts'

describe('a Mermaid diagram', () => {
  it('has generated ids, and names, technologies and labels between quotes', () => {
    const nodes = [{ id: 'web', label: 'Web shop', tech: 'Next.js' }, { id: 'end', label: 'A "quote"' }, { id: 'x-1' }]
    const edges = [
      { source: 'web', target: 'end', label: 'calls' },
      { source: 'web', target: 'x-1', dashed: true },
      { source: 'x-1', target: 'nobody', arrow: 'both' as const },
      { source: 'x-1', target: 'nobody', arrow: 'none' as const },
      { source: 'nobody', target: 'nobody', arrow: 'both' as const, dashed: true },
      { source: 'end', target: 'end', arrow: 'none' as const, dashed: true, label: '50%' },
    ]
    expect(mermaidOf(mapOf(nodes, edges))).toBe(`flowchart LR
  n0["Web shop<br>Next.js"]
  n1["A #34;quote#34;"]
  n2["x-1"]
  n3["nobody"]
  n0 -->|"calls"| n1
  n0 -.-> n2
  n2 <--> n3
  n2 --- n3
  n3 <-.-> n3
  n1 -.-|"50#37;"| n1`)
  })

  it('has one line for all connections of a service with itself, of which Mermaid would draw the last alone', () => {
    const edges: MapEdge[] = [
      { source: 'a', target: 'a', label: 'one', dashed: true },
      { source: 'a', target: 'b' },
      { source: 'a', target: 'a', label: 'two', arrow: 'none' },
      { source: 'b', target: 'b', label: 'x' },
      { source: 'b', target: 'b', label: 'x' },
    ]
    const map = mapOf([{ id: 'a' }, { id: 'b' }], edges)
    const [, second, third, ...others] = map.edges
    const marks = new Map<unknown, Mark>([
      [second, 'removed'],
      ...[third, ...others].map((it): [unknown, Mark] => [it, 'added']),
    ])
    expect(mermaidOf(map, (it) => marks.get(it))).toBe(`flowchart LR
  n0["a"]
  n1["b"]
  n0 <-->|"one, two"| n0
  n0 --> n1
  n1 -->|"x"| n1
  linkStyle 2 stroke:#1a7f37,stroke-width:3px
  linkStyle 1 stroke:#cf222e,stroke-width:3px,stroke-dasharray:2 4
  linkStyle 0 stroke:#bf8700,stroke-width:3px,stroke-dasharray:6 3`)
  })

  it('encodes list markers of Markdown, and keeps words with dots and dashes', () => {
    const nodes = [{ id: 'a', label: '1. node.js - api-v2.' }]
    expect(mermaidOf(mapOf(nodes))).toContain('n0["1#46; node.js #45; api-v2#46;"]')
  })

  it('is omitted where it is too large for Mermaid', () => {
    expect(mermaidOf(largeMap(10, 501, 'a'))).toBeUndefined()
    expect(mermaidOf(largeMap(100, 1))).toBeUndefined()
    expect(mermaidOf(largeMap(20, 100))).toBeDefined()
  })

  it('has one line per node and edge, all of our own syntax, for any map', () => {
    const nodeLine = /^ {2}n\d+\["[^"`<>{}[\]|%]*(<br>[^"`<>{}[\]|%]*)?"\]$/
    const edgeLine = /^ {2}n\d+ (-->|---|<-->|-\.->|-\.-|<-\.->)(\|"[^"`<>{}[\]|%]*"\|)? n\d+$/
    const property = fc.property(hostileMaps({ nodes: 5, edges: 5 }), (map) => {
      const ids = new Set([...map.nodes.map((it) => it.id), ...map.edges.flatMap((it) => [it.source, it.target])])
      const [header, ...lines] = mermaidOf(map)?.split('\n') ?? []
      expect(header).toBe('flowchart LR')
      expect(lines.slice(0, ids.size).filter((it) => !nodeLine.test(it))).toEqual([])
      expect(lines.slice(ids.size).filter((it) => !edgeLine.test(it))).toEqual([])
      const loops = map.edges.filter((it) => it.source === it.target).map((it) => it.source)
      expect(lines).toHaveLength(ids.size + map.edges.length - loops.length + new Set(loops).size)
    })
    fc.assert(property, { numRuns: cases(1_000) })
  })
})
