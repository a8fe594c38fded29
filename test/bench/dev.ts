/**
 * Benchmarks `maps dev`: the time from a save to the picture in a browser, beside the same picture by the API alone. `npm run bench:dev`
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Page } from 'puppeteer-core'
import { watchFile } from '../../clients/cli/dev/live-map.ts'
import { serveLiveMap } from '../../clients/cli/dev/server.ts'
import { createClient, type MapsClient } from '../../clients/typescript/index.ts'
import { findChromium } from '../../infra/local/chromium.ts'
import { programFolder } from '../../infra/local/state.ts'
import { openChromium } from '../rig/chromium.ts'
import { openTemporaryFolder } from '../rig/temporary-folder.ts'
import { machineLine } from './machine.ts'
import { generateMap, type Family } from './maps.ts'
import { openService } from './service.ts'
import { median, percentile } from './statistics.ts'

const NODES = 50
const SAVES = 20
const WARM_UP = 5
const SEED = 20_261_127
const TARGET_MS = 300
/** Time between two saves, in which all is quiet. */
const PAUSE_MS = 150

/** Moments of a save on its way, in ms since the epoch. */
interface Marks {
  saved: number
  asked: number
  answered: number
  told: number
  shown: number
}

console.log(machineLine())
const chromiumFile = await findChromium(process.env.CHROMIUM_PATH, programFolder)
process.env.CHROMIUM_PATH = chromiumFile
await using parts = new AsyncDisposableStack()
const service = parts.use(await openService(chromiumFile))
const chromium = parts.use(await openChromium())
const { folder } = await openTemporaryFolder(parts, 'maps-bench-dev-')
const maps = createClient(service.access)
const timer = timed(maps)
const ended = new AbortController()
parts.defer(() => ended.abort())
for (const family of ['unplaced', 'placed'] as const) await measure(family)

/** Saves a map again and again with another label, and draws a like map by the API before each save. */
async function measure(family: Family): Promise<void> {
  const { name, nodes, edges } = generateMap({ family, nodes: NODES, index: 0, seed: SEED })
  const mapOf = (label: string) => ({ name, nodes: nodes.map((it, at) => (at === 7 ? { ...it, label } : it)), edges })
  const file = join(folder, `${family}.json`)
  const save = (label: string) => writeFile(file, JSON.stringify(mapOf(label), null, 2))
  await save('Begin')
  const stream = new PassThrough()
  const context = { env: {}, stdin: stream, stdout: stream, stderr: stream, signal: ended.signal }
  const page = await openPage(await serveLiveMap(await watchFile(timer.maps, file, context), 0, ended.signal))
  const plain: number[] = []
  const splits: Marks[] = []
  for (let count = 0; count < WARM_UP + SAVES; count++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    const began = now()
    await maps.preview(mapOf(`Plain ${count}`), 'svg', { theme: 'auto' })
    const alone = now() - began
    const saved = now()
    await save(`Saved ${count}`)
    // The first picture is that of the file before the first save.
    const marks = { saved, ...(await pictureOf(page, count + 2)), ...timer.last }
    if (count < WARM_UP) continue
    plain.push(alone)
    splits.push(marks)
  }
  await page.close()
  report(family, plain, splits)
}

/** A client that remembers when it asked for its last preview and got it. */
function timed(maps: MapsClient) {
  const last = { asked: 0, answered: 0 }
  const preview: MapsClient['preview'] = async (...args) => {
    const asked = now()
    const picture = await maps.preview(...args)
    Object.assign(last, { asked, answered: now() })
    return picture
  }
  return { maps: { ...maps, preview }, last }
}

/** Opens the page, which notes for each picture when it heard of it and had painted it. */
async function openPage(address: string): Promise<Page> {
  const page = await chromium.browser.newPage()
  await page.setViewport({ width: 1_280, height: 800 })
  await page.goto(address)
  await page.waitForFunction(`document.querySelector('.picture img').naturalWidth > 0`)
  await page.evaluate(`{
    const image = document.querySelector('.picture img')
    const now = () => performance.timeOrigin + performance.now()
    window.shown = {}
    let told
    new MutationObserver(() => (told = now())).observe(image, { attributeFilter: ['src'] })
    image.addEventListener('load', () => {
      const { src } = image
      requestAnimationFrame(() => (window.shown[src.split('=')[1]] = { told, shown: now() }))
    })
  }`)
  return page
}

async function pictureOf(page: Page, version: number): Promise<Pick<Marks, 'told' | 'shown'>> {
  const marks = await page.waitForFunction(`window.shown[${version}]`)
  return (await marks.jsonValue()) as Pick<Marks, 'told' | 'shown'>
}

function report(family: Family, plain: readonly number[], splits: readonly Marks[]): void {
  const whole = splits.map((it) => it.shown - it.saved)
  const ratio = median(whole) / median(plain)
  const isMet = median(whole) <= TARGET_MS
  console.log(`\nA map of ${NODES} services, ${family}, ${SAVES} saves; ms as median and 95th percentile`)
  console.log(`  save to picture  ${figures(whole)}  target ≤ ${TARGET_MS}: ${isMet ? 'met' : 'MISSED'}`)
  console.log(`  POST /previews   ${figures(plain)}  ratio ${ratio.toFixed(2)}`)
  const steps: [name: string, from: keyof Marks, to: keyof Marks][] = [
    ['file noticed', 'saved', 'asked'],
    ['preview', 'asked', 'answered'],
    ['page told', 'answered', 'told'],
    ['painted', 'told', 'shown'],
  ]
  for (const [step, from, to] of steps) {
    console.log(`    ${step.padEnd(14)} ${figures(splits.map((it) => it[to] - it[from]))}`)
  }
}

function figures(values: readonly number[]): string {
  return [median(values), percentile(values, 95)].map((it) => it.toFixed(0).padStart(5)).join(' ')
}

function now(): number {
  return performance.timeOrigin + performance.now()
}
