import { describe, expect, it } from 'vitest'
import type { ElementKind, ModelElement } from './model.ts'
import { chooseNodeIds } from './node-ids.ts'

function element(kind: ElementKind, path: string[], identifier?: string): ModelElement {
  return { id: '1', kind, path, identifier, relationships: [], parts: [] }
}

function idsOf(...elements: ModelElement[]): string[] {
  const ids = chooseNodeIds(elements)
  return elements.map((it) => ids.get(it)!)
}

const warehouse = element('system', ['Warehouse'])
const keeper = element('person', ['Warehouse'])
const long = element('system', ['Settlement '.repeat(20)])

describe('ids of a Structurizr workspace', () => {
  it('are identifiers, or names', () => {
    const uuid = '0c1f6a3e-1b1e-4c5d-9e43-1f2a3b4c5d6e'
    expect(
      idsOf(element('person', ['A'], 'a'), element('container', ['S', 'B']), element('system', ['C'], uuid)),
    ).toEqual(['a', 'S / B', 'C'])
  })

  it('differ for a person, a custom element and a system of one name, also where one comes later', () => {
    expect(idsOf(keeper, element('element', ['Warehouse']), warehouse)).toEqual([
      'Warehouse (person)',
      'Warehouse (element)',
      'Warehouse',
    ])
    expect(idsOf(warehouse)).toEqual(['Warehouse'])
  })

  it('stay for an identifier where it is the name of another', () => {
    const identified = element('system', ['Stock'], 'Warehouse')
    const [first, second] = idsOf(warehouse, identified)
    expect(second).toBe('Warehouse')
    expect(first).toMatch(/^Warehouse [\da-f]{8}$/)
    expect(idsOf(identified, element('person', ['P']), warehouse).at(-1)).toBe(first)
  })

  it('are unique where paths are equal', () => {
    const twins = [element('system', ['A / B']), element('container', ['A', 'B']), element('container', ['A', 'B'])]
    const ids = idsOf(...twins)
    expect(new Set(ids).size).toBe(3)
    expect(ids[0]).toBe('A / B')
  })

  it('are short, also for long names', () => {
    const [id, other] = idsOf(long, element('system', [`${long.path[0]!}2`]))
    expect(id).toMatch(/^Settlement .{60} [\da-f]{8}$/)
    expect(id).toHaveLength(80)
    expect(other).not.toBe(id)
    expect(idsOf(keeper, long)[1]).toBe(id)
    expect([...idsOf(element('system', ['👩🏽‍💻'.repeat(60)]))[0]!]).toHaveLength(80)
    expect(idsOf(element('system', [' ']))[0]).toMatch(/^[\da-f]{8}$/)
  })
})
