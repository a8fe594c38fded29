import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type FileFormat, fileFormats, fileFormatTable } from '@maps/shared/file-formats'
import { source as axe } from 'axe-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong } from '../faults/run-size.ts'
import { openAddress, openChromium, settle } from '../rig/chromium.ts'
import { useSystem } from '../rig/shared-system.ts'
import { shop } from './shop.ts'

const {
  system: { url },
  client,
} = await useSystem()
let chromium: Awaited<ReturnType<typeof openChromium>>

beforeAll(async () => {
  chromium = await openChromium()
})
afterAll(() => chromium[Symbol.asyncDispose]())

/** Files in the explorer's three looks: pictures as pixels and as SVG, and text. */
const looks = ['png', 'svg', 'markdown'] as const
/** All files; in `npm test` one of each look, since the explorer takes two seconds for each. */
const shownFormats: readonly FileFormat[] = isLong ? fileFormats : looks

/** A script that returns the violations axe finds in a part of the page, and whether the page is wider than the screen. */
const findViolations = (part = 'html') => `(async () => {
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

/** Opens a page below `/docs/` in a new tab. Default: the API explorer. */
async function openPage({ isPhone = false, isDark = false }: Screen = {}, path = '') {
  const page = await chromium.browser.newPage()
  /** Console messages, and URLs that the page has loaded from other origins. */
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => errors.push(message.text()))
  page.on('request', (request) => {
    if (/^(?:http|ws)/.test(request.url()) && !request.url().startsWith(url)) errors.push(request.url())
  })
  await page.setViewport(isPhone ? { width: 390, height: 844, isMobile: true } : { width: 1280, height: 900 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }])
  await openAddress(page, `${url}/docs/${path}`)
  if (path === '') await page.waitForSelector('.opblock')

  const valueOf = (selector: string) => page.evaluate(`document.querySelector('${selector}').value`)
  const click = (selector: string) => page.evaluate(`document.querySelector('${selector}').click()`)
  return {
    page,
    errors,
    valueOf,

    async enterToken(token: string, state = 'Execute|no map'): Promise<void> {
      await page.type('#token', token)
      await page.keyboard.press('Enter')
      await page.waitForFunction(`/${state}/.test(document.querySelector('#state').value)`)
    },

    /** Opens or closes an operation. @returns its selector */
    async toggle(operationId: string): Promise<string> {
      const operation = `[id$="-${operationId}"]`
      await page.waitForSelector(operation)
      await click(`${operation} .opblock-summary-control`)
      return operation
    },

    /** Executes an open operation with its example values. @returns the status */
    async execute(operation: string): Promise<string> {
      await page.waitForSelector(`${operation} .execute`, { visible: true })
      await click(`${operation} .execute`)
      const status = `${operation} .live-responses-table tbody .response-col_status`
      await page.waitForSelector(status)
      return (await page.evaluate(`document.querySelector('${status}').textContent.trim()`)) as string
    },

    /** The text that an operation's response shows. */
    async shownText(operation: string): Promise<unknown> {
      const text = `${operation} .live-responses-table .response-col_description .microlight`
      await page.waitForSelector(text)
      return page.evaluate(`document.querySelector('${text}').textContent`)
    },

    /** Width of the picture in an operation's response. */
    async pictureWidth(operation: string): Promise<unknown> {
      const picture = `${operation} .live-responses-table img`
      await page.waitForSelector(picture)
      return page.evaluate(`(async (it) => (await it.decode(), it.naturalWidth))(document.querySelector('${picture}'))`)
    },
  }
}

describe('the documentation page', { timeout: 120_000 }, () => {
  it('has working examples of all calls, shows each file, and has no violation that axe finds', async () => {
    const { page, errors, enterToken, toggle, execute, shownText, pictureWidth } = await openPage()
    await page.evaluate(axe)
    expect(await page.evaluate(findViolations())).toEqual([])
    await enterToken(client.token)
    const calls = ['createMap', 'listMaps', 'getMap', 'updateMap']
    for (const call of calls) {
      const operation = await toggle(call)
      expect(await execute(operation), call).toBe(call === 'createMap' ? '201' : '200')
      await toggle(call)
    }
    for (const format of shownFormats) {
      const { operationId: call, contentType } = fileFormatTable[format]
      const operation = await toggle(call)
      expect(await execute(operation), call).toBe('200')
      if (contentType.startsWith('image/')) expect(await pictureWidth(operation), call).toBeGreaterThan(100)
      else expect(await shownText(operation), call).toMatch(format === 'layout' ? /isPinned/ : /Web shop 2\.0/)
      if (looks.some((it) => it === format)) expect(await page.evaluate(findViolations(operation)), call).toEqual([])
      await toggle(call)
    }
    expect(await client.listMaps()).toMatchObject([{ name: 'Web shop 2.0' }])
    expect(await execute(await toggle('deleteMap'))).toBe('200')
    expect(await client.listMaps()).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  it('loads these files, and no other file of its folders or of Swagger UI is served', async () => {
    const { page } = await openPage()
    const loaded = (await page.evaluate(`performance.getEntriesByType('resource').map((it) => it.name)`)) as string[]
    await page.close()
    const served = new Set([...loaded, `${url}/docs/icon.svg`].filter((it) => it.startsWith(`${url}/docs/`)))
    const folders = [
      fileURLToPath(new URL('../../services/gateway/docs/page', import.meta.url)),
      dirname(createRequire(import.meta.resolve('@maps/gateway/package.json')).resolve('swagger-ui-dist/package.json')),
    ]
    const files = folders.flatMap((it) => readdirSync(it)).map((it) => `${url}/docs/${it}`)
    const statuses = await Promise.all(files.map(async (it) => [it, (await fetch(it)).status] as const))
    expect(
      statuses
        .filter(([, status]) => status === 200)
        .map(([it]) => it)
        .toSorted(),
    ).toEqual([...served].toSorted())
    expect(served.size).toBeGreaterThan(4)
  })

  it('fills in a map of the workspace for reading, but only its own map for a change or deletion', async () => {
    const { id } = await client.createMap(shop)
    const { page, enterToken, toggle, valueOf } = await openPage()
    await enterToken(client.token)
    const filledIn: Record<string, unknown> = {}
    for (const call of ['getMap', 'updateMap', 'deleteMap']) {
      const field = `${await toggle(call)} tr[data-param-name="id"] input`
      await page.waitForSelector(field)
      filledIn[call] = await valueOf(field)
    }
    expect(filledIn).toEqual({ getMap: id, updateMap: '', deleteMap: '' })
    await page.close()
  })

  it('forgets a token that is taken out, with its maps', async () => {
    await client.createMap(shop)
    const { page, enterToken, toggle, execute, valueOf } = await openPage()
    await enterToken(client.token)
    await page.evaluate(`document.querySelector('#token').value = ''`)
    await page.focus('#token')
    await page.evaluate(`document.querySelector('#token').dispatchEvent(new Event('change'))`)
    expect([await valueOf('#map'), await valueOf('#state')]).toEqual(['', ''])
    expect(await execute(await toggle('listMaps'))).toBe('401')
    await enterToken('mapsws–no', 'cannot be listed')
    await page.close()
  })

  it('keeps the token until its tab is closed, and says when one is not valid', async () => {
    const { page, enterToken, toggle, execute } = await openPage()
    await enterToken(client.token)
    await page.reload()
    await settle(page)
    expect(await execute(await toggle('listMaps'))).toBe('200')
    const other = await openPage()
    expect(await other.valueOf('#token')).toBe('')
    await other.enterToken('mapsws_wrong', 'is cut off or misspelt')
    await Promise.all([page.close(), other.page.close()])
  })

  it('has no violation that axe finds on a dark phone either, and fits its screen', async () => {
    const { page, errors, enterToken, toggle, execute, pictureWidth } = await openPage({ isDark: true, isPhone: true })
    await page.evaluate(axe)
    expect(await page.evaluate(findViolations())).toEqual([])
    await enterToken(client.token)
    await execute(await toggle('createMap'))
    const png = await toggle('exportPng')
    await execute(png)
    await pictureWidth(png)
    expect(await page.evaluate(findViolations(png))).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  it('renders its Markdown pages for people, without a script, and without a violation that axe finds', async () => {
    const darkPhone = { isDark: true, isPhone: true }
    const visits = ['usage.md', 'api-decisions.md', 'interface.md'].flatMap((path) => [
      { path, screen: {} },
      { path, screen: darkPhone },
    ])
    const quick = [
      { path: 'interface.md', screen: {} },
      { path: 'usage.md', screen: darkPhone },
    ]
    for (const { path, screen } of isLong ? visits : quick) {
      const { page, errors } = await openPage(screen, path)
      await page.evaluate(axe)
      expect(await page.evaluate(findViolations()), path).toEqual([])
      expect(await page.evaluate("document.querySelectorAll('main h1[id]').length")).toBe(1)
      expect(errors).toEqual([])
      await page.close()
    }
    const { page } = await openPage({}, 'usage.md')
    await Promise.all([
      page.waitForNavigation(),
      page.evaluate('document.querySelector(\'main a[href="interface.md"]\').click()'),
    ])
    expect(await page.title()).toBe('Specification · Maps Service')
    await page.close()
  })

  it('control: pale text, a field without a name and a wide table would be found', async () => {
    const { page } = await openPage()
    await page.evaluate(axe)
    await page.addStyleTag({ content: '.intro p { color: #bbb } body { min-width: 2000px }' })
    await page.evaluate("document.querySelector('#token').parentElement.firstChild.remove()")
    await page.evaluate("document.querySelector('#token').placeholder = ''")
    const found = (await page.evaluate(findViolations())) as string[]
    expect(found.map((it) => it.split(':')[0])).toEqual(['color-contrast', 'label', expect.stringMatching(/wider/)])
    await page.close()
  })
})
