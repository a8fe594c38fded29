import { describe, expect, it } from 'vitest'
import { drawMermaid } from './mermaid.ts'

const nodes = [{ id: 'a', label: 'Storefront', tech: 'Next.js' }, { id: 'b' }]

describe('a Mermaid picture', () => {
  it('has a box for each service, and a rounded box for an unknown end', () => {
    const edges = [
      { source: 'a', target: 'b', label: 'orders' },
      { source: 'b', target: 'mail', dashed: true, arrow: 'both' as const },
      { source: 'a', target: 'mail', arrow: 'none' as const },
    ]
    expect(drawMermaid({ nodes, edges }, [undefined, 'added'])!.split('\n')).toEqual([
      'flowchart LR',
      '  n0["Storefront<br>Next#46;js"]',
      '  n1["b"]:::added',
      '  n2(["mail"])',
      '  n0 -->|"orders"| n1',
      '  n1 <-.-> n2',
      '  n0 --- n2',
      '  classDef added stroke:#1a7f37,stroke-width:3px',
    ])
  })

  it('has a name in each box, which Mermaid requires', () => {
    const unnamed = { nodes: [{ id: ' ', label: '\u200b' }], edges: [{ source: ' ', target: '\n' }] }
    expect(drawMermaid(unnamed, [])).toContain('n0["unnamed"]\n  n1(["unnamed"])')
  })

  it('is left out where Mermaid would refuse it', () => {
    const edges = Array.from({ length: 501 }, () => ({ source: 'a', target: 'b' }))
    expect(drawMermaid({ nodes, edges: edges.slice(1) }, [])).toBeDefined()
    expect(drawMermaid({ nodes, edges }, [])).toBeUndefined()
    expect(drawMermaid({ nodes: [{ id: 'a', label: 'x'.repeat(50_000) }], edges: [] }, [])).toBeUndefined()
  })
})
