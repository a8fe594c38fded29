import { expect, it } from 'vitest'
import { doOverlap, type Rect } from '../geometry/rect.ts'
import type { Box, Link } from './box.ts'
import { layOut } from './layout.ts'

const noCorners = { title: { width: 0, height: 0 }, legend: { width: 0, height: 0 } }
const size = { width: 144, height: 60, at: undefined }
const small = { width: 112, height: 40, at: undefined }
const linkTo = (source: string, target: string, height = 0): Link => ({ source, target, label: { width: 40, height } })

async function placesOf(boxes: readonly Box[], links: readonly Link[]): Promise<Record<string, Rect>> {
  const { rects } = await layOut(boxes, links, noCorners)
  return Object.fromEntries(boxes.map((it, index) => [it.id, rects[index]!]))
}

it('stands a box below its owner, with room for the label between them', async () => {
  const boxes = [
    { ...size, id: 'a', below: 20 },
    { ...size, id: 'b' },
    { ...small, id: 'db', owner: 'a' },
  ]
  const { a, db } = await placesOf(boxes, [linkTo('a', 'b'), linkTo('a', 'db', 16)])
  expect(a).toMatchObject({ width: 144, height: 60 })
  expect(db).toEqual({ x: a!.x, y: a!.y + 60 + 24 + 16, width: 112, height: 40 })
})

it('stands as many in a row as are below the owner, and lays out the others', async () => {
  const owned = ['db', 'cache', 'files'].map((id): Box => ({ ...small, width: 96, id, owner: 'a' }))
  const boxes = [{ ...size, width: 184, id: 'a' }, { ...size, id: 'b' }, ...owned]
  const links = boxes.slice(1).map((it) => linkTo('a', it.id))
  const { a, db, cache, files } = await placesOf(boxes, links)
  expect([db!.x, cache!.x]).toEqual([a!.x, a!.x + 96 + 14])
  expect(cache!.y).toBe(db!.y)
  expect(files!.x).toBeGreaterThan(a!.x + a!.width)
})

/** Twelve boxes in a tree, each with an attached one. */
function tree(): { boxes: Box[]; links: Link[] } {
  const owners = Array.from({ length: 12 }, (_, index) => `s${index}`)
  return {
    boxes: owners.flatMap((id): Box[] => [
      { ...size, id },
      { ...small, id: `${id}-db`, owner: id },
    ]),
    links: owners.flatMap((id, index) => [
      linkTo(id, `${id}-db`),
      ...(index > 0 ? [linkTo(owners[Math.floor((index - 1) / 3)]!, id)] : []),
    ]),
  }
}

it('covers no box, in a flow to the right', async () => {
  const { boxes, links } = tree()
  const { rects, axis } = await layOut(boxes, links, noCorners)
  const overlaps = rects.flatMap((it, index) => rects.slice(index + 1).filter((other) => doOverlap(it, other)))
  expect([overlaps, axis]).toEqual([[], 'horizontal'])
})

it('keeps the lines between the others when all are pinned', async () => {
  const { boxes, links } = tree()
  const { rects, ...lines } = await layOut(boxes, links, noCorners)
  const pinned = boxes.map((it, index) => ({ ...it, pin: rects[index]! }))
  expect(await layOut(pinned, links, noCorners, [], lines)).toEqual({ rects, ...lines })
})

it('leaves the side of an owner as long as its ports need', async () => {
  const targets = Array.from({ length: 14 }, (_, index): Box => ({ ...size, id: `t${index}` }))
  const links = targets.map((it) => linkTo('a', it.id))
  const boxes = [{ ...size, id: 'a' }, ...targets, { ...small, id: 'db', owner: 'a' }]
  const { a, db } = await placesOf(boxes, [...links, linkTo('a', 'db')])
  expect(a!.height).toBeGreaterThan(100)
  expect(db!.y).toBe(a!.y + a!.height + 24)
})
