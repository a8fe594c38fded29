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
import { type Variation, writeVariant } from '../../../test/faults/chromium-variant.ts'
import { hostileColors, hostileMaps } from '../../../test/faults/hostile-maps.ts'
import { readTraces } from '../../../test/faults/net-log.ts'
import {
  departing,
  furtherWays,
  popupWays,
  type WayOut,
  egressPaths,
  waysOutAsHtml,
  webRtcWays,
} from '../../../test/faults/egress-paths.ts'
import { times } from '../../../test/faults/run-size.ts'
import { apiUrl, mapOf } from '../../../test/maps/sample-map.ts'
import { type Browser, browserOn } from '../browser.ts'
import { launchChromium } from './launch.ts'
import type { PainterPage } from './painter-page.ts'
import { createRenderers } from '../renderers/index.ts'
import { confinements } from './confinement.ts'
import { chromiumFlags, networkFlags } from './flags.ts'
import { createFileServer, ORIGIN } from './file-server.ts'
import { startProcess } from './process.ts'
import { type Chromium, supervise } from './supervisor.ts'

/** What keeps the page in. A test takes them one by one; the worker has them all. */
interface Fences {
  networkFlags?: readonly string[]
  interceptsRequests?: true
  hasPolicy?: true
  runsNoScripts?: true
}

const allWays = Object.keys(egressPaths) as WayOut[]
const confinement = confinements().at(-1)!
const [proxy = '', proxyBypass = '', resolverRules = '', webRtcPolicy = ''] = networkFlags
/** Chromium's own guard of the local network would hide whether ours stand: the canary sits there. */
const unguarded = [
  '--allow-loopback-in-peer-connection',
  `--disable-features=${['', 'WebSockets', 'WebTransport', 'WebRTC'].map((it) => `LocalNetworkAccessChecks${it}`).join()}`,
]
/** Without any fence all have arrived in half of it. */
const SETTLE_MS = 2_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-ways-out-'))
  // Chromium writes its log in there, as its own user where we are root.
  if (confinement.user) await chown(folder, confinement.user.uid, confinement.user.gid)
})
afterAll(() => rm(folder, { recursive: true, maxRetries: 5, retryDelay: 100 }))

let variants = 0
function vary(variation: Variation): string {
  return writeVariant(folder, `chromium-${variants++}`, {
    ...variation,
    with: [...unguarded, ...(variation.with ?? [])],
  })
}

function attempt(session: CDPSession, code: string, address: string) {
  const expression = `{ ${code.replaceAll('HOST', address)} }`
  // One that fails is one that did not get out.
  return session.send('Runtime.evaluate', { expression, userGesture: true }).catch(() => {})
}

/** Tries these ways, those that leave the page each on a page of its own. */
async function tryToLeave(
  ways: Readonly<Record<string, string>>,
  canary: Canary,
  open: () => Promise<CDPSession>,
): Promise<void> {
  const shared = await open()
  for (const [name, code] of Object.entries(ways)) {
    const session = departing.has(name) ? await open() : shared
    await attempt(session, code, canary.addressOf(name))
  }
}

/** Which of all ways lead out of a page with these fences and no others, found out once there are as many as expected. */
async function waysPast(
  fences: Fences,
  expected = 0,
  ways: Readonly<Record<WayOut, string>> = egressPaths,
): Promise<string[]> {
  await using canary = await startCanary(allWays)
  await using parts = new AsyncDisposableStack()
  const profile = parts.adopt(await mkdtemp(join(folder, 'profile-')), (it) =>
    rm(it, { recursive: true, maxRetries: 5, retryDelay: 100 }),
  )
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
  await tryToLeave(ways, canary, async () => {
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

/** However long that takes: only then is the log of its network complete. */
async function endInOrder(chromium: Chromium<PainterPage>): Promise<void> {
  await chromium.pages[0]!.session.connection()!.send('Browser.close')
  await chromium.lost
  await chromium.close()
}

describe("the worker's page", () => {
  /** Tries everything on the pages that paint, and answers what came of it. */
  async function escapeFrom(variation: Variation): Promise<{ hits: string[]; traces: string[] }> {
    const ways = { ...egressPaths, ...furtherWays }
    await using canary = await startCanary(Object.keys(ways))
    const log = join(folder, `net-log-${variants}.json`)
    const program = vary({ ...variation, with: [`--log-net-log=${log}`, ...(variation.with ?? [])] })
    const chromium = await launchChromium(program, confinement, departing.size + 1)
    const pages = chromium.pages.values()
    await tryToLeave(ways, canary, async () => pages.next().value!.session)
    await sleep(SETTLE_MS)
    await endInOrder(chromium)
    return { hits: canary.hits(), traces: await readTraces(log) }
  }

  it('has no way out: no connection, no datagram, no name asked for', async () => {
    expect(await escapeFrom({})).toEqual({ hits: [], traces: [] })
  })

  it('would be left by WebRTC and popups alone if the network flags failed', async () => {
    const { hits, traces } = await escapeFrom({ without: networkFlags })

    expect(hits).toContain('WebRTC STUN')
    expect([...webRtcWays, ...popupWays]).toEqual(expect.arrayContaining(hits))
    expect(traces.some((it) => it.includes('popup.canary.test'))).toBe(true)
  })
})

describe('a page without fences', () => {
  it('has every way out that we know', async () => {
    expect(await waysPast({}, allWays.length)).toEqual(allWays)
  })
})

describe('hostile maps', () => {
  const mapCount = times(300, 1_000)
  const pngStart = Buffer.from('89504e470d0a1a0a', 'hex')

  /** Renders two at a time. @returns how many have become pictures */
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

  it('become pictures, and nothing gets out', async () => {
    await using canary = await startCanary(allWays)
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

    const pictures = await renderAll(
      browserOn(supervisor),
      maps.values().map((it) => mapOf(it.nodes, it.edges, it.name)),
    )
    await endInOrder(chromium)
    await supervisor[Symbol.asyncDispose]()

    expect(pictures).toBe(mapCount)
    expect({ hits: canary.hits(), traces: await readTraces(log) }).toEqual({ hits: [], traces: [] })
  }, 60_000)

  it('carry every way out that we know, as HTML that would leave a page without fences', async () => {
    await using canary = await startCanary(allWays)
    const texts = hostileMaps(mapCount, canary).flatMap(({ nodes }) => nodes.map((it) => it.label))
    const htmlOf = (way: WayOut): string => waysOutAsHtml[way].replaceAll('HOST', canary.addressOf(way))
    // A page is only left once it is complete, and what comes after that begins another.
    const written = allWays.map((it) => [
      it,
      `document.write(${JSON.stringify(`<body>${waysOutAsHtml[it]}`)}); ${departing.has(it) ? 'document.close()' : ''}`,
    ])

    expect(allWays.filter((it) => !texts.includes(htmlOf(it)))).toEqual([])
    expect(await waysPast({}, allWays.length, Object.fromEntries(written))).toEqual(allWays)
  })

  it('could not carry one in a colour', () => {
    const hasColor = (color: string) => ({ name: 'x', edges: [{ source: 'a', target: 'b', color }] })

    expect(hostileColors.filter((it) => newMapSchema.safeParse(hasColor(it)).success)).toEqual([])
    expect(newMapSchema.safeParse(hasColor('red')).success).toBe(true)
  })
})

describe.concurrent('each fence by itself', () => {
  const fences: [string, Fences, readonly WayOut[]][] = [
    ['the network flags, together', { networkFlags }, allWays],
    [
      'request interception',
      { interceptsRequests: true },
      ['fetch', 'Image', '<img>', 'CSS @import', 'location', 'form'],
    ],
    [
      'the content security policy',
      { hasPolicy: true },
      ['fetch', 'WebSocket', 'worker from data', '<img>', 'inline script'],
    ],
    ['not running scripts', { runsNoScripts: true }, ['import', 'inline script', 'script source', '<img onerror>']],
    ['the resolver rules', { networkFlags: [resolverRules] }, allWays.filter((it) => !webRtcWays.includes(it))],
    ['the proxy', { networkFlags: [proxy, proxyBypass] }, allWays.filter((it) => !webRtcWays.includes(it))],
    ['the WebRTC policy', { networkFlags: [webRtcPolicy] }, ['WebRTC STUN', 'WebRTC peer']],
  ]
  it.each(fences.slice(0, times(2, fences.length)))('%s: closes ways of its own', async (_fence, own, closed) => {
    const open = await waysPast(own)

    expect(open.filter((it) => closed.includes(it as WayOut))).toEqual([])
  })
})
