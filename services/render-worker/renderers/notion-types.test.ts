import type { ArchitectureMap } from '@maps/shared/map'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Literals, typeFaults } from '../../../test/judges/notion-types.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { notionBodies } from './notion.ts'

const ID = '1234567890abcdef1234567890abcdef'

const fine: [name: string, Literals][] = [
  ['a map with something of everything, under a page', literalsOf(shopMap(), { parent: ID })],
  ['a map with something of everything, in a data source', literalsOf(shopMap(), { dataSource: ID })],
  ['a map with something of everything, with no place yet', literalsOf(shopMap(), {})],
  ['an empty map', literalsOf(mapOf([]), { parent: ID })],
  [
    'hostile texts',
    fc.sample(hostileMaps({ nodes: 8, edges: 8 }), 100).flatMap((it) => literalsOf(it, { parent: ID })),
  ],
  ['a map that needs several requests', literalsOf(largeMap(300, 2_000), { dataSource: ID })],
]

const [[type, page]] = literalsOf(shopMap(), { parent: ID })
const text = JSON.stringify(page)

const broken: [name: string, Literals, message: string][] = [
  ...(
    [
      ['another kind of block', '"heading_2":{', '"heading_7":{', 'heading_7'],
      ['a member of a block that Notion does not know', '"table_width"', '"colour":1,"table_width"', 'colour'],
      ['a member of a text that Notion does not know', '"content"', '"colour":1,"content"', 'colour'],
      ['a block without a member that it needs', '"table_width":5,', '', 'table_width'],
      ['another language', '"mermaid"', '"mermaids"', 'mermaids'],
      ['another kind of parent', '"page_id":', '"page":', 'page'],
      ['a number for a text', '"emoji":"🗺️"', '"emoji":1', 'string'],
    ] as const
  ).map(([name, part, other, message]): (typeof broken)[number] => {
    return [name, [[type, JSON.parse(text.replace(part, other)) as object]], message]
  }),
  ['what belongs in the other request', [['AppendBlockChildrenParameters', { block_id: ID, ...page }]], 'parent'],
]

describe("the bodies of an export, written out as literals of the types of Notion's client", () => {
  let faults: string[][]
  beforeAll(async () => {
    faults = await typeFaults([...fine, ...broken].map(([, literals]) => literals))
  }, 60_000)

  it.each(fine.map(([name], index) => [name, index] as const))('have no fault: %s', (_name, index) => {
    expect(faults[index]).toEqual([])
  })

  it('need several requests where a map is large', () => {
    expect(fine.at(-1)![1].length).toBeGreaterThan(3)
  })

  it.each(broken.map(([name, , message], index) => [name, message, fine.length + index] as const))(
    'have a fault with %s: the control',
    (_name, message, index) => {
      expect(faults[index]![0]).toMatch(/^bodies-\d+\.ts\(2,\d+\): error TS/)
      expect(faults[index]!.join('\n')).toContain(message)
    },
  )
})

function literalsOf(map: ArchitectureMap, options: { parent?: string; dataSource?: string }) {
  const [page, ...appends] = notionBodies(map, options)
  const further: Literals = appends.map((it) => ['AppendBlockChildrenParameters', { block_id: ID, ...it }])
  return [['CreatePageParameters', page], ...further] as [Literals[number], ...Literals]
}
