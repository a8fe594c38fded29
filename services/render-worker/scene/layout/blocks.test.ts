import { describe, expect, it } from 'vitest'
import { boundingBox, doOverlap } from '../geometry/rect.ts'
import { pairsOf } from '../../../../test/gallery/pairs.ts'
import { areBlocks, inBlocks } from './blocks.ts'
import type { Box, Link } from './box.ts'
import { groupsByPrefix } from './service-groups.ts'
import { slideWith } from './slide.ts'

const noText = { width: 0, height: 0 }
const slide = slideWith({ title: noText, legend: noText })
const teams = ['orders', 'billing', 'search', 'media']

/** Services of four teams, each a chain, with one service of no team that calls the first one of each. */
function platform(size: number): { boxes: Box[]; links: Link[] } {
  const own = teams.flatMap((team) => Array.from({ length: size }, (_, index) => `${team}-${index}`))
  const boxes = ['gateway', ...own].map((id) => ({ id, width: 140, height: 60, at: undefined }))
  const links = own.map((id) => {
    const [team, index] = id.split('-')
    return { source: index === '0' ? 'gateway' : `${team}-${Number(index) - 1}`, target: id, label: noText }
  })
  return { boxes, links }
}

describe('a drawing in blocks', () => {
  it('keeps each group, and the services of none, in an area of its own', async () => {
    const { boxes, links } = platform(8)
    const groups = groupsByPrefix(boxes.map((it) => it.id))
    const { rects } = await inBlocks(boxes, links, groups, slide)
    const areas = ['gateway', ...teams].map((team) =>
      boundingBox(rects.filter((_, index) => boxes[index]!.id.startsWith(team))),
    )
    expect([...pairsOf(areas)].filter(([a, b]) => doOverlap(a, b))).toEqual([])
    expect([...pairsOf(rects)].filter(([a, b]) => doOverlap(a, b))).toEqual([])
  })

  it('is for many services whose links mostly stay within their groups', () => {
    const areBlocksOf = ({ boxes, links }: ReturnType<typeof platform>): boolean =>
      areBlocks(boxes, links, groupsByPrefix(boxes.map((it) => it.id)))
    const large = platform(8)
    expect(areBlocksOf(large)).toBe(true)
    expect(areBlocksOf(platform(5))).toBe(false)
    const across = large.boxes.map((it, index) => ({
      source: it.id,
      target: large.boxes[(index + 9) % large.boxes.length]!.id,
      label: noText,
    }))
    expect(areBlocksOf({ ...large, links: [...across, ...large.links] })).toBe(false)
    expect(areBlocksOf({ ...large, links: [] })).toBe(false)
    const shared = large.boxes.slice(1).map((it) => ({ source: it.id, target: 'gateway', label: noText }))
    const loops = large.boxes.map((it) => ({ source: it.id, target: it.id, label: noText }))
    expect(areBlocksOf({ ...large, links: [...large.links, ...shared, ...loops] })).toBe(false)
  })
})
