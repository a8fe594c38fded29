import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ArchitectureMap } from '@maps/shared/map'
import { hostileMaps } from '../../../test/maps/hostile-maps.ts'
import { apiUrl, largeMap, mapOf, shopMap } from '../../../test/maps/sample-map.ts'
import { cases } from '../../../test/rig/cases.ts'
import { openChromium } from '../../../test/rig/chromium.ts'
import { renderMermaid } from './mermaid.ts'

const fileOf = async (map: ArchitectureMap) => (await renderMermaid({ map, options: {}, apiUrl })).bytes.toString()

describe('a Mermaid file', () => {
  let chromium: Awaited<ReturnType<typeof openChromium>>
  let page: Page
  beforeAll(async () => {
    chromium = await openChromium()
    page = await chromium.browser.newPage()
    await page.evaluate(readFileSync(fileURLToPath(import.meta.resolve('@mermaid-js/tiny')), 'utf8'))
    await page.evaluate(`mermaid.initialize({ startOnLoad: false })`)
  })
  afterAll(() => chromium[Symbol.asyncDispose]())

  /** Draws a file with Mermaid. @returns the texts in the drawing, or the error */
  const draw = async (file: string) =>
    (await page.evaluate(`mermaid.render('it', ${JSON.stringify(file)}).then(({ svg }) => {
      const { documentElement } = new DOMParser().parseFromString(svg, 'text/html')
      const textsOf = (selector) => [...documentElement.querySelectorAll(selector)].map((it) => it.textContent.trim())
      const scripts = documentElement.querySelectorAll('script, img, a, iframe, form').length
      return { title: textsOf('.flowchartTitleText')[0], nodes: textsOf('.node'), labels: textsOf('.edgeLabel p'), scripts }
    }, (error) => ({ error: String(error) }))`)) as {
      title?: string
      nodes: string[]
      labels: string[]
      scripts: number
      error?: string
    }

  it('is drawn by Mermaid with the name of the map, its services and its labels', async () => {
    const drawn = await draw(await fileOf(shopMap()))
    expect(drawn.error).toBeUndefined()
    expect(drawn.title).toBe('Shop & Co: #1 architecture')
    expect(drawn.nodes).toContain('Files *new* <b> [v2]@docs/secrets.md # `rm`')
    expect(drawn.labels).toContain('https://pay.example/v1')
  })

  it('has the labels of all connections of a service with itself', async () => {
    const loops = ['one', 'two'].map((label) => ({ source: 'a', target: 'a', label }))
    const { labels } = await draw(
      await fileOf(mapOf([{ id: 'a' }], [...loops, { source: 'a', target: 'b', label: 'three' }])),
    )
    expect(labels).toEqual(['one, two', 'three'])
  })

  it('is parsed by Mermaid with any texts, each as text', async () => {
    const words =
      '"quotes" ]) --> end\n%%{init: {}}%% <script>alert(1)</script> #quot; `a` ; :::x --- title: {{y}} \\" click n0'
    const hostile = mapOf(
      [{ id: 'a', label: words, tech: words }],
      [{ source: 'a', target: 'b', label: words.slice(0, 120) }],
      words,
    )
    const drawn = await draw(await fileOf(hostile))
    expect(drawn.error).toBeUndefined()
    expect([drawn.nodes.length, drawn.scripts]).toEqual([2, 0])
    // Of "<ms =" and what follows up to the next ">", Mermaid would make one tag.
    for (const [name, title] of [
      ['Latency <ms =', 'Latency ‹ms ='],
      ['Shop <EU> & more', 'Shop ‹EU> & more'],
      ['Old <-> new', 'Old ‹-> new'],
    ]) {
      expect(await draw(await fileOf(mapOf([{ id: 'a', tech: 't' }], [], name)))).toMatchObject({
        title,
        nodes: ['at'],
      })
    }
    const visible = (texts: string[]) => texts.map((it) => it.replaceAll('\u2060', ''))
    const money = mapOf(
      [{ id: 'a', label: 'Plans $$ and $$$', tech: '$$x$$' }],
      [{ source: 'a', target: 'b', label: '$$y$$' }],
    )
    const { nodes, labels } = await draw(await fileOf(money))
    expect([visible(nodes), visible(labels)]).toEqual([['Plans $$ and $$$$$x$$', 'b'], ['$$y$$']])
    const property = fc.asyncProperty(hostileMaps({ nodes: 5, edges: 5 }), async (map) => {
      const file = await fileOf(map)
      const error = await page.evaluate(`mermaid.parse(${JSON.stringify(file)}).then(() => '', String)`)
      expect(error, file).toBe('')
    })
    await fc.assert(property, { numRuns: cases(300) })
  })

  it('is refused for a map that Mermaid would not draw', async () => {
    await expect(fileOf(largeMap(10, 501, 'a'))).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining('500'),
    })
    await expect(fileOf(largeMap(100, 1))).rejects.toThrow('50000 characters')
  })
})
