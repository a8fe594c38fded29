import { Handle, type Node, type NodeProps, Position, ReactFlow } from '@xyflow/react'
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { type Pair, pairs } from './pairs.ts'

/** The script of the page: draws all pairs of cards with React Flow on one canvas. */

declare const document: {
  querySelector(selector: string): Element
  querySelectorAll(
    selector: string,
  ): Iterable<{ dataset: { id: string }; querySelector(selector: string): Line | null }>
}
interface Line {
  getAttribute(name: 'd'): string
}

const sides = [Position.Left, Position.Right, Position.Top, Position.Bottom]
const edgeTypes = { bezier: 'default', smoothstep: 'smoothstep', step: 'step', straight: 'straight' }

/** A card with a source handle and a target handle on each side. */
function Card({ data: { width, height } }: NodeProps<Node<Pair['source'] & Record<string, unknown>>>) {
  const handles = sides.flatMap((position) =>
    (['source', 'target'] as const).map((type) =>
      createElement(Handle, { type, position, id: position, key: type + position }),
    ),
  )
  return createElement('div', { style: { width, height } }, handles)
}

function nodeOf(id: string, rect: Pair['source']) {
  return { id, type: 'card', position: { x: rect.x, y: rect.y }, data: { ...rect } }
}

function edgesOf(name: string) {
  return sides.flatMap((sourceHandle) =>
    sides.flatMap((targetHandle) =>
      Object.entries(edgeTypes).map(([line, type]) => {
        const id = JSON.stringify([name, `${sourceHandle} to ${targetHandle}`, line])
        return { id, type, source: `${name}: source`, target: `${name}: target`, sourceHandle, targetHandle }
      }),
    ),
  )
}

const nodes = Object.entries(pairs).flatMap(([name, { source, target }]) => [
  nodeOf(`${name}: source`, source),
  nodeOf(`${name}: target`, target),
])
const edges = Object.keys(pairs).flatMap(edgesOf)

createRoot(document.querySelector('main')).render(createElement(ReactFlow, { nodes, edges, nodeTypes: { card: Card } }))

/** Path of each edge by its id; undefined until all edges are drawn. */
function readPaths(): Record<string, string> | undefined {
  const drawn = [...document.querySelectorAll('.react-flow__edge')].map((it) => [
    it.dataset.id,
    it.querySelector('.react-flow__edge-path')?.getAttribute('d'),
  ])
  return drawn.length === edges.length && drawn.every(([, d]) => d) ? Object.fromEntries(drawn) : undefined
}

Object.assign(globalThis, { readPaths })
