import { fileFormatTable } from '@maps/shared/file-formats'
import { expect, it } from 'vitest'
import { apiUrl, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { openTestBrowser } from '../../../test/rig/chromium.ts'
import type { Browser } from '../browser.ts'
import type { FigmaFile } from '../documents/figma-file.ts'
import type { Rect } from '../scene/geometry/rect.ts'
import { createRenderers } from './index.ts'

const unplaced = ['Ünïcode ▸ شحن', '文字 サービス', '👩‍💻 team', 'Plain'].map((label, at) => ({ id: `n${at}`, label }))

it.each([
  ['a shop', shopMap()],
  ['services without places', mapOf(unplaced, [{ source: 'n0', target: 'n1', label: 'événement' }])],
])('the shapes of a board have the sizes and distances of the cards in the picture: %s', async (_what, map) => {
  const cards: Rect[] = []
  await using browser = await openTestBrowser(1)
  const watched: Browser = {
    ...browser,
    paint: (drawing, ...rest) => {
      for (const it of drawing.items) if (it.kind === 'stripe') cards.push(it.card)
      return browser.paint(drawing, ...rest)
    },
  }
  const { png, figma } = createRenderers(watched)
  const request = { map, apiUrl }
  await png({ ...request, options: fileFormatTable.png.options.parse({}) })
  const { bytes } = await figma({ ...request, options: { groups: 'none' } })

  const shapes = shapesOf(JSON.parse(String(bytes))).slice(0, map.nodes.length)
  expect(cards).toHaveLength(map.nodes.length)
  expect(shapes.map(fromFirst)).toEqual(cards.map(fromFirst))
})

function shapesOf({ document }: FigmaFile): Rect[] {
  const section = document.children[0]?.children[0]
  const children = section && 'children' in section ? section.children : []
  return children.filter((it) => it.type === 'SHAPE_WITH_TEXT').map((it) => it.absoluteBoundingBox!)
}

/** Position relative to the first rectangle, and size, in hundredths of a px. */
function fromFirst({ x, y, width, height }: Rect, _index: number, [first]: Rect[]): number[] {
  return [x - first!.x, y - first!.y, width, height].map((it) => Math.round(it * 100))
}
