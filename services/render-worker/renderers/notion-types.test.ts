import type { ArchitectureMap } from '@maps/shared/map'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { typeFaults } from '../../../test/judges/notion-types.ts'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { notionBodies } from './notion.ts'

const ID = '1234567890abcdef1234567890abcdef'
/** Starting the compiler takes most of it. */
const TIMEOUT_MS = 60_000

describe(
  "the bodies of an export, written out as literals of the types of Notion's client",
  { timeout: TIMEOUT_MS },
  () => {
    it.each([
      ['a map with something of everything, under a page', { parent: ID }, [shopMap()]],
      ['a map with something of everything, in a data source', { dataSource: ID }, [shopMap()]],
      ['a map with something of everything, with no place yet', {}, [shopMap()]],
      ['an empty map', { parent: ID }, [mapOf([])]],
      ['hostile texts', { parent: ID }, fc.sample(hostileMaps({ nodes: 8, edges: 8 }), 100)],
    ])('have no fault: %s', async (_name, options, maps) => {
      expect(await typeFaults(maps.flatMap((it) => literalsOf(it, options)))).toEqual([])
    })

    it('have no fault where a map needs several requests', async () => {
      const literals = literalsOf(largeMap(300, 2_000), { dataSource: ID })
      expect(literals.length).toBeGreaterThan(3)
      expect(await typeFaults(literals)).toEqual([])
    })

    it.each([
      ['another kind of block', '"heading_2":{', '"heading_7":{', 'heading_7'],
      ['a member of a block that Notion does not know', '"table_width"', '"colour":1,"table_width"', 'colour'],
      ['a member of a text that Notion does not know', '"content"', '"colour":1,"content"', 'colour'],
      ['a block without a member that it needs', '"table_width":5,', '', 'table_width'],
      ['another language', '"mermaid"', '"mermaids"', 'mermaids'],
      ['another kind of parent', '"page_id":', '"page":', 'page'],
      ['a number for a text', '"emoji":"🗺️"', '"emoji":1', 'string'],
    ])('have a fault with %s: the control', async (_name, part, broken, message) => {
      const [[type, page]] = literalsOf(shopMap(), { parent: ID })
      const faults = await typeFaults([[type, JSON.parse(JSON.stringify(page).replace(part, broken))]])
      expect(faults[0]).toMatch(/^bodies\.ts\(2,\d+\): error TS/)
      expect(faults.join('\n')).toContain(message)
    })

    it('have a fault with what belongs in the other request: the control', async () => {
      const [[, page]] = literalsOf(shopMap(), { parent: ID })
      expect(await typeFaults([['AppendBlockChildrenParameters', { block_id: ID, ...page }]])).toHaveLength(1)
    })
  },
)

type Literals = Parameters<typeof typeFaults>[0]

function literalsOf(
  map: ArchitectureMap,
  options: { parent?: string; dataSource?: string },
): [Literals[number], ...Literals] {
  const [page, ...appends] = notionBodies(map, options)
  const further: Literals = appends.map((it) => ['AppendBlockChildrenParameters', { block_id: ID, ...it }])
  return [['CreatePageParameters', page], ...further]
}
