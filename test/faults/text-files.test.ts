import { type ArchitectureMap, MAX_ELEMENTS, type MapEdge, type MapNode } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_NAME_BYTES } from '../../services/render-worker/documents/endpoint-names.ts'
import { renderClaude } from '../../services/render-worker/renderers/claude.ts'
import { renderMarkdown } from '../../services/render-worker/renderers/markdown.ts'
import { MAX_FIGMA_BYTES } from '../../services/render-worker/renderers/figma.ts'
import { notionBodies } from '../../services/render-worker/renderers/notion.ts'
import { exportFigma } from '../maps/figma-export.ts'
import { apiUrl, mapOf } from '../maps/sample-map.ts'
import { worstMaps } from '../maps/worst-maps.ts'
import { seed } from './run-size.ts'

const files = {
  markdown: (map: ArchitectureMap) => renderMarkdown({ map, options: { connections: true }, apiUrl }),
  claude: (map: ArchitectureMap) => renderClaude({ map, options: { compact: false, costs: true }, apiUrl }),
  /** All of a map as changes, which is the most that a comparison may have: half of it new, half of it changed. */
  changes: (map: ArchitectureMap) => {
    const from = { ...map, nodes: map.nodes.filter((_, index) => index % 2 === 0).map(changed), edges: [] }
    return renderClaude({ map, from, version: 2, options: { compact: false, costs: true, since: 1 }, apiUrl })
  },
}

/** A node of which each text differs. */
function changed({ label = '', tech = '', ...node }: MapNode): MapNode {
  return { ...node, label: [...label].toReversed().join('').slice(0, -1), tech: [...tech].slice(1).join('') }
}

describe('the size of a text file', () => {
  const MAX_BODY_BYTES = 4 * 1024 * 1024
  const MAX_FILE_BYTES = 12 * 1024 * 1024
  const shapes = fc.record({
    letter: fc.constantFrom('a', '*', '`', '|', '文', '😀', '"', '\\', 'www. ', 'a@b ', '&amp;', '→'),
    nodes: fc.constantFrom(0, 1, 100, 2_000),
    idLength: fc.constantFrom(5, 50, 200),
    labelLength: fc.constantFrom(0, 60, 500),
    techLength: fc.constantFrom(0, 500),
    edges: fc.constantFrom(0, MAX_ELEMENTS),
    edgeLabelLength: fc.constantFrom(0, 120),
    isDangling: fc.boolean(),
  })
  const baseShape = {
    letter: 'a',
    nodes: 100,
    idLength: 5,
    labelLength: 500,
    techLength: 0,
    edges: MAX_ELEMENTS,
    edgeLabelLength: 0,
    isDangling: false,
  }
  type Shape = typeof baseShape

  /** Creates a map with as many nodes and edges of this shape as fit into a request body. */
  function createMap({ letter, nodes, idLength, labelLength, techLength, edges, ...rest }: Shape): ArchitectureMap {
    const textOf = (length: number): string => letter.repeat(Math.floor(length / letter.length))
    const idOf = (number: number): string => textOf(idLength - 5) + String(number).padStart(5, '0')
    let bytes = 200
    const fits = (element: MapNode | MapEdge): boolean => {
      bytes += Buffer.byteLength(JSON.stringify(element)) + 1
      return bytes <= MAX_BODY_BYTES
    }
    const label = textOf(labelLength)
    const tech = textOf(techLength)
    const allNodes = Array.from({ length: nodes }, (_, index) => ({ id: idOf(index), label, tech })).filter(fits)
    const endpointId = (index: number): string =>
      idOf(rest.isDangling ? nodes + index : index % Math.max(1, allNodes.length))
    const allEdges = Array.from({ length: edges }, (_, index) => {
      const styled = { label: textOf(rest.edgeLabelLength), arrow: 'both', dashed: true } as const
      return { source: endpointId(2 * index), target: endpointId(2 * index + 1), ...styled }
    })
    return { ...mapOf([]), nodes: allNodes, edges: allEdges.filter(fits) }
  }

  it('is bounded for every body that is accepted', { timeout: 600_000 }, async () => {
    const property = fc.asyncProperty(
      shapes,
      fc.constantFrom('markdown' as const, 'claude' as const, 'changes' as const),
      async (shape, file) => {
        const { bytes } = await files[file](createMap(shape))
        expect(bytes.length).toBeLessThanOrEqual(MAX_FILE_BYTES)
      },
    )
    await fc.assert(property, { numRuns: 100 })
  })

  it('would not be, if each dependency had its labels', () => {
    const { nodes, edges } = createMap({ ...baseShape, letter: '😀' })
    expect(2 * edges.length * Buffer.byteLength(nodes[0]!.label!)).toBeGreaterThan(MAX_FILE_BYTES)
  })

  it('keeps labels where they fit, and takes ids, then numbers, where they do not', async () => {
    const firstDependency = async (change: Partial<Shape>): Promise<string | undefined> => {
      const map = createMap({ ...baseShape, labelLength: 490, ...change })
      const nodes = map.nodes.map((node, index) => ({ ...node, label: `${index} ${node.label}`.trim() }))
      return /^- (.*) → /m.exec(
        (await files.claude({ ...map, nodes })).bytes.toString().split('## Dependencies')[1]!,
      )?.[1]
    }
    expect(await firstDependency({ edges: 100 })).toBe(`0 ${'a'.repeat(490)}`)
    expect(490 * 2 * MAX_ELEMENTS).toBeGreaterThan(MAX_NAME_BYTES)
    expect(await firstDependency({})).toBe('00000')
    expect(await firstDependency({ idLength: 150 })).toBe('service 1')
  })
})

describe('the size of a figma file and of a part for Notion', () => {
  /** Notion's limit for the body of a request. */
  const MAX_PART_BYTES = 500_000

  it('is bounded for the worst maps', { timeout: 900_000 }, async ({ annotate }) => {
    let largestBoard = 0
    let largestPart = 0
    for (const { name, map } of worstMaps(seed, 100)) {
      const board = await exportFigma(map)
      const parts = notionBodies(map, {}).map((it) => Buffer.byteLength(`${JSON.stringify(it)}\n`))
      const { children } = JSON.parse(board.toString()).document.children[0].children[0]
      expect(board.length, name).toBeLessThanOrEqual(MAX_FIGMA_BYTES)
      expect(children.filter((it: { type: string }) => it.type === 'CONNECTOR').length, name).toBe(map.edges.length)
      expect(Math.max(...parts), name).toBeLessThanOrEqual(MAX_PART_BYTES)
      largestBoard = Math.max(largestBoard, board.length)
      largestPart = Math.max(largestPart, ...parts)
    }
    await annotate(`a board of ${largestBoard} bytes, a part of ${largestPart} bytes at most`, 'measured')
  })
})
