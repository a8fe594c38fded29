import { describe, expect, it } from 'vitest'
import { sharePage } from './share-page.ts'

const stored = (nodes: object[], edges: object[]) => ({
  id: 'm',
  workspaceId: 'w',
  name: 'Shop',
  isPublic: true,
  shareId: 's',
  nodes: JSON.stringify(nodes),
  edges: JSON.stringify(edges),
  version: 1,
  createdAt: new Date(0),
  updatedAt: new Date(0),
})

describe('the page of a public map', () => {
  it('names each service once, with those that it leads to', () => {
    const nodes = [{ id: 'a', label: 'Web', tech: 'Next.js' }, { id: 'b' }]
    const html = sharePage(
      stored(nodes, [
        { source: 'a', target: 'b' },
        { source: 'a', target: 'gone' },
      ]),
    )
    expect(html).toContain('<dt>Web<small>Next.js</small></dt><dd>→ b, gone</dd>')
    expect(html).toContain('2 services, 2 connections · updated 1970-01-01')
  })

  it.each([
    ['the most services of a plan', 2_000, 10_000, '"'],
    ['few services with long names', 100, 10_000, '𠮷'],
  ])('stays below a megabyte and says what is missing, with %s', (_, nodeCount, edgeCount, character) => {
    const nodes = Array.from({ length: nodeCount }, (_it, index) => {
      return { id: `${index}`, label: character.repeat(500), tech: character.repeat(500) }
    })
    const edges = Array.from({ length: edgeCount }, (_it, index) => ({ source: `${index % nodeCount}`, target: '1' }))
    const html = sharePage(stored(nodes, edges))
    expect(Buffer.byteLength(html)).toBeLessThan(1024 ** 2)
    expect(html).toMatch(/and \d+ more/)
  })
})
