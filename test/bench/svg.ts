/**
 * Benchmarks SVG against PNG: renders the same maps as both, one after the other, without queue and HTTP.
 * `npm run bench:svg -- [--nodes 50] [--rounds 5] [--seed 20261121]`
 */
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { fileFormatTable } from '@maps/shared/file-formats'
import { createLogger } from '@maps/shared/logger'
import { findChromium } from '../../infra/local/chromium.ts'
import { programFolder } from '../../infra/local/state.ts'
import { openBrowser } from '../../services/render-worker/browser.ts'
import { createRenderers } from '../../services/render-worker/renderers/index.ts'
import { apiUrl } from '../maps/sample-map.ts'
import { families, type Family, generateMap } from './maps.ts'
import { median } from './statistics.ts'

const MAPS = 8
/** Rounds for loading fonts and compiling code, which are not measured. */
const WARM_UPS = 4

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '5' },
    seed: { type: 'string', default: '20261121' },
  },
})
const nodes = Number(values.nodes)
const rounds = Number(values.rounds)
const seed = Number(values.seed)
const executablePath = await findChromium(process.env.CHROMIUM_PATH, programFolder)
await using browser = await openBrowser({ executablePath, log: createLogger('bench', 'error') })
const renderers = createRenderers(browser)
const svgOptions = fileFormatTable.svg.options.parse({})
const pngOptions = fileFormatTable.png.options.parse({})

for (const family of families) {
  const measured: Round[] = []
  for (let round = 0; round < WARM_UPS + rounds; round++) measured.push(await measureRound(family, round))
  measured.splice(0, WARM_UPS)
  const of = (pick: (round: Round) => number): number => median(measured.map(pick))
  console.log(
    `${family}, ${nodes} services: SVG ${of((it) => it.svgMs).toFixed(1)} ms, PNG ${of((it) => it.pngMs).toFixed(1)} ms, ` +
      `${of((it) => it.pngMs / it.svgMs).toFixed(1)} times the rate; ` +
      `SVG ${Math.round(of((it) => it.bytes) / 1_000)} KB, ${Math.round(of((it) => it.gzipBytes) / 1_000)} KB in gzip`,
  )
}

/** Averages per picture. */
interface Round {
  svgMs: number
  pngMs: number
  bytes: number
  gzipBytes: number
}

async function measureRound(family: Family, round: number): Promise<Round> {
  const sum = { svgMs: 0, pngMs: 0, bytes: 0, gzipBytes: 0 }
  for (let index = 0; index < MAPS; index++) {
    const map = generateMap({ family, nodes, index: round * MAPS + index, seed })
    const started = performance.now()
    const { bytes } = await renderers.svg({ map, options: svgOptions, apiUrl })
    const between = performance.now()
    await renderers.png({ map, options: pngOptions, apiUrl })
    sum.svgMs += between - started
    sum.pngMs += performance.now() - between
    sum.bytes += bytes.length
    sum.gzipBytes += gzipSync(bytes).length
  }
  return {
    svgMs: sum.svgMs / MAPS,
    pngMs: sum.pngMs / MAPS,
    bytes: sum.bytes / MAPS,
    gzipBytes: sum.gzipBytes / MAPS,
  }
}
