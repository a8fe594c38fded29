import { exportFormats } from '@maps/shared/file-formats'
import { source as axe } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChromium } from '../rig/chromium.ts'
import { joinSystem, type SharedSystem } from '../rig/shared-system.ts'
import type { TestWorkspace } from '../rig/system.ts'
import { shop } from './shop.ts'

let system: SharedSystem
let team: TestWorkspace
let url: string
let chromium: Awaited<ReturnType<typeof openChromium>>

beforeAll(async () => {
  ;[system, chromium] = await Promise.all([joinSystem(), openChromium()])
  url = system.url
  team = await system.createWorkspace({ plan: 'pro' })
})
afterAll(async () => {
  await chromium[Symbol.asyncDispose]()
  await system[Symbol.asyncDispose]()
})

/** Gives what axe finds in the page, or in a part of it, and whether the page is wider than the screen. */
const findFaults = (part = 'html') => `(async () => {
  const { violations } = await axe.run('${part}')
  const tooWide = document.documentElement.scrollWidth - innerWidth
  return [
    ...violations.map((it) => it.id + ': ' + it.nodes.map((node) => node.target.join(' ')).join(', ')),
    ...(tooWide > 0 ? [tooWide + ' px wider than the screen'] : []),
  ]
})()`

interface Screen {
  isPhone?: boolean
  isDark?: boolean
}

/** The page in a tab of its own. */
async function openPage({ isPhone = false, isDark = false }: Screen = {}) {
  const page = await chromium.browser.newPage()
  /** What its console has said, and what it has loaded from elsewhere. */
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('console', (it) => faults.push(it.text()))
  page.on('request', (it) => void (/^(?:http|ws)/.test(it.url()) && !it.url().startsWith(url) && faults.push(it.url())))
  await page.setViewport(isPhone ? { width: 390, height: 844, isMobile: true } : { width: 1280, height: 900 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }])
  await page.goto(`${url}/docs/`, { waitUntil: 'networkidle0' })

  const valueOf = (selector: string) => page.evaluate(`document.querySelector('${selector}').value`)
  const click = (selector: string) => page.evaluate(`document.querySelector('${selector}').click()`)
  return {
    page,
    faults,
    valueOf,

    async enterToken(token: string, answer = 'Execute|no map'): Promise<void> {
      await page.type('#token', token)
      await page.keyboard.press('Enter')
      await page.waitForFunction(`/${answer}/.test(document.querySelector('#state').value)`)
    },

    /** Opens or closes an operation. */
    async toggle(operationId: string): Promise<string> {
      const operation = `[id$="-${operationId}"]`
      await page.waitForSelector(operation)
      await click(`${operation} .opblock-summary-control`)
      return operation
    },

    /** Executes an operation that is open as it stands, and gives the status. */
    async execute(operation: string): Promise<string> {
      await page.waitForSelector(`${operation} .execute`, { visible: true })
      await click(`${operation} .execute`)
      const status = `${operation} .live-responses-table tbody .response-col_status`
      await page.waitForSelector(status)
      return (await page.evaluate(`document.querySelector('${status}').textContent.trim()`)) as string
    },

    /** Width of the picture that an operation has answered with. */
    async pictureWidth(operation: string): Promise<unknown> {
      const picture = `${operation} .live-responses-table img`
      await page.waitForSelector(picture)
      return page.evaluate(`(async (it) => (await it.decode(), it.naturalWidth))(document.querySelector('${picture}'))`)
    },
  }
}

describe('the documentation page', { timeout: 120_000 }, () => {
  it('has each call work as it stands, on a map that it has made, shows the picture, and has no fault that axe finds', async () => {
    const { page, faults, enterToken, toggle, execute, pictureWidth } = await openPage()
    await page.evaluate(axe)
    expect(await page.evaluate(findFaults())).toEqual([])
    await enterToken(team.token)
    const calls = ['createMap', 'listMaps', 'getMap', 'updateMap']
    const exports = exportFormats.map((it) => `export${it[0]!.toUpperCase()}${it.slice(1)}`)
    for (const call of [...calls, ...exports]) {
      const operation = await toggle(call)
      expect(await execute(operation), call).toBe(call === 'createMap' ? '201' : '200')
      if (call === 'exportPng') {
        expect(await pictureWidth(operation)).toBeGreaterThan(100)
        expect(await page.evaluate(findFaults(operation))).toEqual([])
      }
      await toggle(call)
    }
    expect(await team.listMaps()).toMatchObject([{ name: 'Web shop 2.0' }])
    expect(await execute(await toggle('deleteMap'))).toBe('200')
    expect(await team.listMaps()).toEqual([])
    expect(faults).toEqual([])
    await page.close()
  })

  it('reads a map of the workspace, and fills in no map to be changed or deleted that it has not made', async () => {
    const { id } = await team.createMap(shop)
    const { page, enterToken, toggle, valueOf } = await openPage()
    await enterToken(team.token)
    const filledIn: Record<string, unknown> = {}
    for (const call of ['getMap', 'updateMap', 'deleteMap']) {
      const field = `${await toggle(call)} tr[data-param-name="id"] input`
      await page.waitForSelector(field)
      filledIn[call] = await valueOf(field)
    }
    expect(filledIn).toEqual({ getMap: id, updateMap: '', deleteMap: '' })
    await page.close()
  })

  it('keeps the token until its tab is closed, and says when one is not valid', async () => {
    const { page, enterToken, toggle, execute } = await openPage()
    await enterToken(team.token)
    await page.reload({ waitUntil: 'networkidle0' })
    expect(await execute(await toggle('listMaps'))).toBe('200')
    const other = await openPage()
    expect(await other.valueOf('#token')).toBe('')
    await other.enterToken('mapsws_wrong', 'missing, wrong, expired or revoked')
    await Promise.all([page.close(), other.page.close()])
  })

  it('has no fault that axe finds on a dark phone either, and fits its screen', async () => {
    const { page, faults, enterToken, toggle, execute, pictureWidth } = await openPage({ isDark: true, isPhone: true })
    await page.evaluate(axe)
    expect(await page.evaluate(findFaults())).toEqual([])
    await enterToken(team.token)
    await execute(await toggle('createMap'))
    const png = await toggle('exportPng')
    await execute(png)
    await pictureWidth(png)
    expect(await page.evaluate(findFaults(png))).toEqual([])
    expect(faults).toEqual([])
    await page.close()
  })

  it('control: pale text, a field without a name and a wide table would be found', async () => {
    const { page } = await openPage()
    await page.evaluate(axe)
    await page.addStyleTag({ content: '.intro p { color: #bbb } body { min-width: 2000px }' })
    await page.evaluate("document.querySelector('#token').parentElement.firstChild.remove()")
    await page.evaluate("document.querySelector('#token').placeholder = ''")
    const found = (await page.evaluate(findFaults())) as string[]
    expect(found.map((it) => it.split(':')[0])).toEqual(['color-contrast', 'label', expect.stringMatching(/wider/)])
    await page.close()
  })
})
