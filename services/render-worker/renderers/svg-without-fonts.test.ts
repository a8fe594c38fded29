import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileFormatTable } from '@maps/shared/file-formats'
import type { MapNode } from '@maps/shared/map'
import { Resvg } from '@resvg/resvg-js'
import fontverter from 'fontverter'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isWithin } from '../../../test/gallery/sanity.ts'
import { apiUrl, mapOf } from '../../../test/maps/sample-map.ts'
import { readFontSlices } from '../fonts/faces.ts'
import { createFonts } from '../fonts/fonts.ts'
import { doOverlap, type Rect } from '../scene/geometry/rect.ts'
import { createDiffSvgRenderer } from './diff-svg.ts'
import { createSvgRenderer } from './svg.ts'

/** The fonts that the program has instead of ours. */
const installed = ['inter-latin-wght-normal.woff2', 'noto-sans-hebrew-hebrew-wght-normal.woff2']
const FAMILY = 'Inter Variable'
const render = createSvgRenderer(createFonts())
const renderDiff = createDiffSvgRenderer(createFonts())
let folder: string
let fontFiles: string[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-fonts-'))
  fontFiles = await Promise.all(
    installed.map(async (name) => {
      const { path } = readFontSlices().find((it) => it.file === name)!
      const file = join(folder, `${name}.ttf`)
      await writeFile(file, await fontverter.convert(await readFile(path), 'sfnt'))
      return file
    }),
  )
})
afterAll(() => rm(folder, { recursive: true }))

/** The SVG of a map with one service, whose id is `a`. */
async function svgOf(node: Omit<MapNode, 'id'>): Promise<string> {
  const options = fileFormatTable.svg.options.parse({})
  return (await render({ map: mapOf([{ id: 'a', ...node }]), options, apiUrl })).bytes.toString()
}

/** The SVG of a service that changed. */
async function changedSvgOf(before: Omit<MapNode, 'id'>, after: Omit<MapNode, 'id'>): Promise<string> {
  const options = fileFormatTable['diff.svg'].options.parse({ from: '1', to: '2' })
  const [from, map] = [before, after].map((it) => mapOf([{ id: 'a', ...it }]))
  const svg = (await renderDiff({ map: map!, from, options, apiUrl })).bytes.toString()
  return svg.replace('<g data-node="a" data-change="changed">', '<g data-node="a">')
}

/** The content of the card. */
function cardOf(svg: string): string {
  return svg.split('<g data-node="a">')[1]!.split('</g>')[0]!
}

/** Rectangle of the card, without its shadow. */
function plateOf(svg: string): Rect {
  const rects = [...cardOf(svg).matchAll(/<rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"/g)]
  const [x = 0, y = 0, width = 0, height = 0] = rects[2]!.slice(1).map(Number)
  return { x, y, width, height }
}

/** Boxes of the ink of each text of the card, as resvg draws it. It ignores embedded fonts. */
function textBoxesOf(svg: string): Rect[] {
  const [start] = /^<svg [^>]*>/.exec(svg)!
  const [style] = /<style>.*<\/style>/.exec(svg)!
  const font = { fontFiles, loadSystemFonts: false, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY }
  return [...cardOf(svg).matchAll(/<text.*?<\/text>/g)].map(([text]) => {
    const { x, y, width, height } = new Resvg(`${start}${style}${text}</svg>`, { font }).getBBox()!
    return { x, y, width, height }
  })
}

function expectTextsWithinCard(svg: string): void {
  const card = plateOf(svg)
  const boxes = textBoxesOf(svg)
  expect(boxes.length).toBeGreaterThan(1)
  for (const [index, box] of boxes.entries()) {
    expect(isWithin(box, card), JSON.stringify({ box, card })).toBe(true)
    for (const other of boxes.slice(index + 1))
      expect(doOverlap(box, other), JSON.stringify({ box, other })).toBe(false)
  }
}

describe('an SVG in a program that ignores its fonts', () => {
  it.each<[title: string, node: Omit<MapNode, 'id'>]>([
    ['a name and a technology', { label: 'Customer data warehouse', tech: 'Snowflake and dbt' }],
    ['an amount and billing', { label: 'Sign-in', spend: 1_150, billing: ['usage', 'seat'] }],
    ['texts from right to left', { label: 'שירות תשלומים (v2)', tech: 'תשלומים' }],
    ['a mark of its technology', { label: 'Orders', tech: 'PostgreSQL 18' }],
  ])('has the texts of a card within it, none on another one: %s', async (_title, node) => {
    expectTextsWithinCard(await svgOf(node))
  })

  it('has the amounts and texts before and after a change within their card', async () => {
    const before = { label: 'Customer data warehouse', tech: 'Snowflake and dbt', spend: 12_400 }
    const after = { ...before, tech: 'BigQuery', spend: 9_150.5, billing: ['usage' as const] }
    expectTextsWithinCard(await changedSvgOf(before, after))
  })

  it('has texts of the size that was laid out', async () => {
    const svg = await svgOf({ label: 'Warehouse', tech: 'Warehouse' })
    const [label, tech] = textBoxesOf(svg)
    expect(label!.height / tech!.height).toBeCloseTo(14.5 / 12, 1)
  })

  it('continues an amount with its unit, however wide the amount is', async () => {
    const svg = await svgOf({ spend: 1_150 })
    const amount = (text: string): Rect => textBoxesOf(svg.replace('$1,150<', `${text}<`)).at(-1)!
    const wide = amount('$1,150,000,000')
    const unit = amount('').width
    expect(wide.width).toBeGreaterThan(amount('$1,150').width + 2 * unit)
  })
})
