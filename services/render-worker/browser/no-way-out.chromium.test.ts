import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { newMapSchema } from '@maps/shared/map'
import { chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import puppeteer, { type CDPSession } from 'puppeteer-core'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Canary, startCanary } from '../../../test/faults/canary.ts'
import { type FlagChange, writeChromiumVariant } from '../../../test/faults/chromium-variant.ts'
import { hostileColors, hostileMaps } from '../../../test/faults/hostile-maps.ts'
import { readEgressEvents } from '../../../test/faults/net-log.ts'
import {
  navigatingPaths,
  unverifiedPaths,
  popupPaths,
  type EgressPath,
  egressPaths,
  egressHtml,
  webRtcPaths,
} from '../../../test/faults/egress-paths.ts'
import { times } from '../../../test/faults/run-size.ts'
import { apiUrl, mapOf } from '../../../test/maps/sample-map.ts'
import { type Browser, createBrowser } from '../browser.ts'
import { launchChromium } from './launch.ts'
import type { PainterPage } from './painter-page.ts'
import { createRenderers } from '../renderers/index.ts'
import { confinements } from './confinement.ts'
import { chromiumFlags, networkFlags } from './flags.ts'
import { createFileServer, ORIGIN } from './file-server.ts'
import { startProcess } from './process.ts'
import { type Chromium, supervise } from './supervisor.ts'

/** The barriers against requests of a page. The worker has all of them; a test can take each alone. */
interface Fences {
  networkFlags?: readonly string[]
  interceptsRequests?: true
  hasPolicy?: true
  runsNoScripts?: true
}

const allPaths = Object.keys(egressPaths) as EgressPath[]
const confinement = confinements().at(-1)!
const [proxy = '', proxyBypass = '', resolverRules = '', webRtcPolicy = ''] = networkFlags
/** Switches Chromium's own protection of the local network off, which would hide failures of ours: the canary is local. */
const unguarded = [
  '--allow-loopback-in-peer-connection',
  `--disable-features=${['', 'WebSockets', 'WebTransport', 'WebRTC'].map((it) => `LocalNetworkAccessChecks${it}`).join()}`,
]
/** Twice the time in which all requests arrive without a fence. */
const SETTLE_MS = 2_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-ways-out-'))
  // Chromium writes its log into the folder, as another user where the test is root.
  if (confinement.user) await chown(folder, confinement.user.uid, confinement.user.gid)
})
const remove = (path: string): Promise<void> => rm(path, { recursive: true, maxRetries: 5, retryDelay: 100 })
afterAll(() => remove(folder))

let variants = 0
function vary({ with: added = [], ...change }: FlagChange): string {
  return writeChromiumVariant(folder, `chromium-${variants++}`, { ...change, with: [...unguarded, ...added] })
}

function attempt(session: CDPSession, code: string, address: string) {
  const expression = `{ ${code.replaceAll('HOST', address)} }`
  // A failed script has sent no request.
  return session.send('Runtime.evaluate', { expression, userGesture: true }).catch(() => {})
}

/** Tries egress paths; each one that navigates gets a page of its own. */
async function tryPaths(paths: Readonly<Record<string, string>>, canary: Canary, open: () => Promise<CDPSession>) {
  const shared = await open()
  for (const [name, code] of Object.entries(paths)) {
    const session = navigatingPaths.has(name) ? await open() : shared
    await attempt(session, code, canary.addressOf(name))
  }
}

/**
 * Tries all egress paths on a page with these fences alone.
 * @param expected number of hits to wait for
 * @returns the paths that reached the canary
 */
async function pathsPast(fences: Fences, expected = 0, paths: Readonly<Record<EgressPath, string>> = egressPaths) {
  await using canary = await startCanary(allPaths)
  await using parts = new AsyncDisposableStack()
  const profile = parts.adopt(await mkdtemp(join(folder, 'profile-')), remove)
  const chromium = await startProcess({
    executablePath: vary({ without: networkFlags, with: fences.networkFlags ?? [] }),
    args: chromiumFlags(profile, confinement.isSandboxed),
    env: { PATH: process.env.PATH!, HOME: profile },
    user: undefined,
  })
  parts.defer(async () => {
    chromium.kill()
    await chromium.ended
  })
  const connection = await puppeteer.connect({ transport: chromium.transport, defaultViewport: null })
  const files = createFileServer()
  await tryPaths(paths, canary, async () => {
    const page = await connection.newPage()
    page.on('request', (request) => {
      const served = files(request.url()).then((file) => {
        if (file && !fences.hasPolicy) return request.respond({ ...file, headers: {} })
        return file ? request.respond(file) : request.abort()
      })
      served.catch(() => {})
    })
    await page.setRequestInterception(true)
    await page.goto(ORIGIN)
    if (!fences.interceptsRequests) await page.setRequestInterception(false)
    const session = await page.createCDPSession()
    if (fences.runsNoScripts) await session.send('Emulation.setScriptExecutionDisabled', { value: true })
    return session
  })
  if (expected === 0) await sleep(SETTLE_MS)
  else await vi.waitUntil(() => canary.hits().length === expected, { timeout: 10_000 }).catch(() => {})
  return canary.hits()
}

/** Closes Chromium in order: only then is its network log complete. */
async function closeInOrder(chromium: Chromium<PainterPage>): Promise<void> {
  await chromium.pages[0]!.session.connection()!.send('Browser.close')
  await chromium.lost
  await chromium.close()
}

describe("the worker's page", () => {
  /**
   * Tries all egress paths on the worker's pages.
   * @param expected a path whose hit to wait for
   * @returns what the canary and the network log have
   */
  async function tryOnWorker(change: FlagChange, expected?: EgressPath): Promise<{ hits: string[]; traces: string[] }> {
    const paths = { ...egressPaths, ...unverifiedPaths }
    await using canary = await startCanary(Object.keys(paths))
    const log = join(folder, `net-log-${variants}.json`)
    const program = vary({ ...change, with: [`--log-net-log=${log}`, ...(change.with ?? [])] })
    const chromium = await launchChromium(program, confinement, navigatingPaths.size + 1)
    const pages = chromium.pages.values()
    await tryPaths(paths, canary, async () => pages.next().value!.session)
    if (expected) await vi.waitUntil(() => canary.hits().includes(expected), { timeout: 10_000 }).catch(() => {})
    await sleep(SETTLE_MS)
    await closeInOrder(chromium)
    return { hits: canary.hits(), traces: await readEgressEvents(log) }
  }

  it('has no way out: no connection, no datagram, no name asked for', async () => {
    expect(await tryOnWorker({})).toEqual({ hits: [], traces: [] })
  })

  it('control: lets WebRTC and popups alone out without the network flags', async () => {
    const { hits, traces } = await tryOnWorker({ without: networkFlags }, 'WebRTC STUN')
    expect(hits).toContain('WebRTC STUN')
    expect([...webRtcPaths, ...popupPaths]).toEqual(expect.arrayContaining(hits))
    expect(traces.some((it) => it.includes('popup.canary.test'))).toBe(true)
  })
})

describe('a page without fences', () => {
  it('has every way out that we know', async () => {
    expect(await pathsPast({}, allPaths.length)).toEqual(allPaths)
  })
})

describe('hostile maps', () => {
  const mapCount = times(100, 1_000)
  const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')

  /** Renders two maps at a time. @returns the number of pictures */
  async function renderAll(browser: Browser, maps: Iterator<ReturnType<typeof mapOf>>): Promise<number> {
    const render = createRenderers(browser).png
    const options = fileFormatTable.png.options.parse({ scale: '1' })
    let pictures = 0
    const renderNext = async (): Promise<void> => {
      for (let next = maps.next(); !next.done; next = maps.next()) {
        const { bytes } = await render({ map: next.value, options, apiUrl })
        if (bytes.subarray(0, 8).equals(pngStart)) pictures++
      }
    }
    await Promise.all([renderNext(), renderNext()])
    return pictures
  }

  it(
    'become pictures, and nothing gets out',
    async () => {
      await using canary = await startCanary(allPaths)
      const log = join(folder, 'net-log-of-maps.json')
      const chromium = await launchChromium(vary({ with: [`--log-net-log=${log}`] }), confinement, 2)
      const supervisor = await supervise({
        launch: async () => chromium,
        log: createLogger('test', 'silent'),
        pageCount: 2,
        jobsPerReset: 10_000,
        maxMemoryMb: 10_000,
        jobsPerChromium: 10_000,
        settleMs: 1_000,
        relaunchMs: 1_000,
      })
      const maps = hostileMaps(mapCount, canary).map((it) => newMapSchema.parse(it))

      const requests = maps.values().map((it) => mapOf(it.nodes, it.edges, it.name))
      const pictures = await renderAll(createBrowser(supervisor), requests)
      await closeInOrder(chromium)
      await supervisor[Symbol.asyncDispose]()

      expect(pictures).toBe(mapCount)
      expect({ hits: canary.hits(), traces: await readEgressEvents(log) }).toEqual({ hits: [], traces: [] })
    },
    times(60_000, 180_000),
  )

  it('carry every way out that we know, as HTML that would leave a page without fences', async () => {
    await using canary = await startCanary(allPaths)
    const texts = hostileMaps(mapCount, canary).flatMap(({ nodes }) => nodes.map((it) => it.label))
    const htmlOf = (path: EgressPath): string => egressHtml[path].replaceAll('HOST', canary.addressOf(path))
    // A page navigates only once it is complete; writing more would begin another page.
    const scriptOf = (path: EgressPath): string =>
      `document.write(${JSON.stringify(`<body>${egressHtml[path]}`)}); ${navigatingPaths.has(path) ? 'document.close()' : ''}`
    const scripts = Object.fromEntries(allPaths.map((it) => [it, scriptOf(it)])) as Record<EgressPath, string>
    expect(allPaths.filter((it) => !texts.includes(htmlOf(it)))).toEqual([])
    expect(await pathsPast({}, allPaths.length, scripts)).toEqual(allPaths)
  })

  it('could not carry one in a colour', () => {
    const hasColor = (color: string) => ({ name: 'x', edges: [{ source: 'a', target: 'b', color }] })
    expect(hostileColors.filter((it) => newMapSchema.safeParse(hasColor(it)).success)).toEqual([])
    expect(newMapSchema.safeParse(hasColor('red')).success).toBe(true)
  })
})

describe.concurrent('each fence by itself', () => {
  const intercepted = ['fetch', 'Image', '<img>', 'CSS @import', 'location', 'form'] as const
  const forbidden = ['fetch', 'WebSocket', 'worker from data', '<img>', 'inline script'] as const
  const withoutWebRtc = allPaths.filter((it) => !webRtcPaths.includes(it))
  const fences: [string, Fences, readonly EgressPath[]][] = [
    ['the network flags, together', { networkFlags }, allPaths],
    ['request interception', { interceptsRequests: true }, intercepted],
    ['the content security policy', { hasPolicy: true }, forbidden],
    ['not running scripts', { runsNoScripts: true }, ['import', 'inline script', 'script source', '<img onerror>']],
    ['the resolver rules', { networkFlags: [resolverRules] }, withoutWebRtc],
    ['the proxy', { networkFlags: [proxy, proxyBypass] }, withoutWebRtc],
    ['the WebRTC policy', { networkFlags: [webRtcPolicy] }, ['WebRTC STUN', 'WebRTC peer']],
  ]
  it.each(fences.slice(0, times(2, fences.length)))('%s: closes paths of its own', async (_fence, own, closed) => {
    const open = await pathsPast(own)
    expect(open.filter((it) => closed.includes(it as EgressPath))).toEqual([])
  })
})
