import { parentPort } from 'node:worker_threads'
import { type FileFormat, fileFormatTable } from '@maps/shared/file-formats'
import { type ArchitectureMap, mapSchema } from '@maps/shared/map'
import { createBrowserApi } from '../../../services/render-worker/browser-api.ts'
import { pack } from '../../../services/render-worker/page/packing.ts'
import { metadataChunks } from '../../../services/render-worker/png-file.ts'
import { createRenderers } from '../../../services/render-worker/renderers/index.ts'
import type { Renderer } from '../../../services/render-worker/renderers/renderer.ts'
import { connect, CROWDED_EDGES } from '../../../services/render-worker/scene/draw/connector.ts'
import { drawScene } from '../../../services/render-worker/scene/draw/drawing.ts'
import { placeDots } from '../../../services/render-worker/scene/draw/flow-dots.ts'
import { placeLabels } from '../../../services/render-worker/scene/draw/label-places.ts'
import { themes } from '../../../services/render-worker/scene/draw/theme.ts'
import { routeAllDirectly, routeAround } from '../../../services/render-worker/scene/route/route.ts'
import { arrange } from '../../../services/render-worker/scene/scene.ts'
import { estimateWidth } from '../../../services/render-worker/scene/text/font-metrics.ts'
import type { TextRun } from '../../../services/render-worker/scene/text/font.ts'
import { measuredBy, type WithMeasure } from '../../../services/render-worker/scene/text/measure.ts'
import { apiUrl } from '../../maps/sample-map.ts'

/** CPU time of this thread for one stage of an export. */
export interface Stage {
  name: string
  cpuMs: number
}

/** The formats besides PNG; differences are from a map without services. The guide of `agents` differs from that of `claude` in one sentence alone. */
const otherFiles: readonly { name: string; format: FileFormat; query: Record<string, string> }[] = [
  { name: 'figma', format: 'figma', query: {} },
  { name: 'figma with groups', format: 'figma', query: { groups: 'prefix' } },
  { name: 'svg with groups', format: 'svg', query: { groups: 'prefix' } },
  { name: 'notion', format: 'notion', query: {} },
  { name: 'markdown', format: 'markdown', query: { connections: 'true' } },
  { name: 'claude', format: 'claude', query: {} },
  { name: 'compact claude', format: 'claude', query: { compact: 'true' } },
  { name: 'changes for agents', format: 'claude', query: { since: '1' } },
  { name: 'difference', format: 'diff', query: {} },
  { name: 'difference as markdown', format: 'diff.md', query: {} },
  { name: 'difference as svg', format: 'diff.svg', query: {} },
]
/** Estimates widths instead of Chromium. Requests are serialised as for Chromium. */
const widthsOf = (runs: readonly TextRun[]): number[] => runs.map((it) => estimateWidth(it))
const renderers = createRenderers(
  createBrowserApi({
    measureTexts: async (runs) => JSON.stringify(widthsOf(JSON.parse(runs) as TextRun[])),
    paintPicture: async () => Buffer.alloc(0),
  }),
)

parentPort!.on('message', (text: string) => void measureStages(text).then(() => parentPort!.postMessage('done')))

async function measureStages(text: string): Promise<void> {
  const map = await stage('check', () => mapSchema.parse(JSON.parse(text)))
  await measurePicture(map)
  for (const { name, format, query } of otherFiles) {
    const options = fileFormatTable[format].options.parse(query)
    const from = { ...map, nodes: [], edges: [] }
    await stage(name, () => (renderers[format] as Renderer<FileFormat>)({ map, from, options, apiUrl }))
  }
}

/** Measures the stages of a PNG export, the same as in `buildScene` and the renderer. */
async function measurePicture(map: ArchitectureMap): Promise<void> {
  const measuring = measuredBy(async (runs) => widthsOf(runs))
  const timed: WithMeasure = (step) => stage('texts', () => measuring(step))
  const { cards, edges, layout, zones, titleBlock, legend } = await stage('texts and layout', () =>
    arrange(map, themes.light, timed),
  )
  const rects = cards.map((it) => it.rect)
  const connectors = await stage('lines', () => {
    const route = edges.length > CROWDED_EDGES ? routeAllDirectly : routeAround(rects)
    return connect(edges, new Map(cards.map((it) => [it.id, it])), layout, route, themes.light.canvas)
  })
  const labelRects = await stage('labels', () => placeLabels(connectors, rects))
  const dots = await stage('dots', () => placeDots(connectors, [...rects, ...labelRects.values()]))
  const options = fileFormatTable.png.options.parse({})
  const drawing = await stage('drawing', () =>
    drawScene(
      { cards, connectors, labelRects, dots, zones, titleBlock, legend, emptyText: '' },
      { ...options, background: undefined },
    ),
  )
  await stage('packing', () => JSON.stringify(pack(drawing)).length)
  await stage('chunks', () => metadataChunks(map.name, 1, map))
}

async function stage<Result>(name: string, work: () => Result | Promise<Result>): Promise<Result> {
  parentPort!.postMessage({ begun: name })
  const before = process.threadCpuUsage()
  const result = await work()
  const { user, system } = process.threadCpuUsage(before)
  parentPort!.postMessage({ name, cpuMs: (user + system) / 1_000 } satisfies Stage)
  return result
}
