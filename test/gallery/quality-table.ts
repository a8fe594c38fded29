import type { ArchitectureMap } from '@maps/shared/map'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { layOutWithDot, layOutWithElk } from './layout-engines.ts'
import type { GalleryMap } from './gallery-maps.ts'
import { linesOf, measures, type Quality, qualityOf, sumOf } from './quality.ts'
import { serviceMap } from './service-map.ts'
import { type CardSize, cardSizeOf, fitOf, formatCardSizes, formatFit, formatFits, type SlideFit } from './slide-fit.ts'

const SEEDS = 15
/** Maps with more edges are left out: no reader could follow them. */
const MAX_EDGES = 250
const NAME_WIDTH = 34
const CELL_WIDTH = 20

/** A row of the table: one map. */
interface Row {
  name: string
  isPlaced: boolean
  ours: Quality
  fit?: SlideFit
  dot?: Quality
  elk?: Quality
  /** Card sizes in the layouts of the other engines. */
  cardSizes?: { dot: CardSize; elk: CardSize }
}

/**
 * Prints how readable the lines of each picture and of 30 random maps are, and how well pictures fill a slide. For unplaced maps,
 * it adds the layouts of Graphviz' `dot` and ELK with the same cards. Text widths are estimated: no browser is needed.
 */
export async function printQuality(galleryMaps: readonly GalleryMap[]): Promise<void> {
  const random = Array.from({ length: SEEDS }, (_, seed) => [serviceMap(seed, false), serviceMap(seed, true)]).flat()
  const maps = [...galleryMaps.map((it) => it.map), ...random].filter(
    (it) => it.edges.length > 0 && it.edges.length <= MAX_EDGES,
  )
  const rows: Row[] = []
  console.log(`${'ours · dot · ELK'.padEnd(NAME_WIDTH)}${measures.map((it) => it.padStart(CELL_WIDTH)).join('')}`)
  for (const map of maps) {
    const row = await measureMap(map)
    rows.push(row)
    print(row)
  }
  for (const isPlaced of [false, true]) {
    const some = rows.filter((it) => it.isPlaced === isPlaced)
    const sums = (key: 'ours' | 'dot' | 'elk'): Quality => sumOf(some.flatMap((it) => it[key] ?? []))
    const name = isPlaced ? 'All that have places' : 'All that we lay out'
    print({ name, isPlaced, ours: sums('ours'), ...(!isPlaced && { dot: sums('dot'), elk: sums('elk') }) })
    console.log(formatFits(some.flatMap((it) => it.fit ?? [])))
    if (!isPlaced) printCardSizes(some)
  }
}

async function measureMap(map: ArchitectureMap): Promise<Row> {
  const scene = await buildScene(map, themes.light, estimated)
  const isPlaced = map.nodes.some((it) => it.x !== undefined)
  const row = { name: map.name, isPlaced, ours: qualityOf(linesOf(scene)), fit: fitOf(scene) }
  if (isPlaced) return row
  const dot = await layOutWithDot(scene)
  const elk = await layOutWithElk(scene)
  return {
    ...row,
    dot: qualityOf(dot),
    elk: qualityOf(elk),
    cardSizes: { dot: cardSizeOf(dot), elk: cardSizeOf(elk) },
  }
}

/** Prints the size of cards on a slide, for maps of 6 to 30 services, by us and by the other engines. */
function printCardSizes(rows: readonly Row[]): void {
  const compared = rows.filter(({ fit }) => fit && fit.services >= 6 && fit.services <= 30)
  console.log('The same cards of 6 to 30 services, in drawings of theirs without title, legend and room for labels')
  const sizes = {
    ours: compared.flatMap((it) => it.fit ?? []),
    dot: compared.flatMap((it) => it.cardSizes?.dot ?? []),
    ELK: compared.flatMap((it) => it.cardSizes?.elk ?? []),
  }
  for (const [engine, own] of Object.entries(sizes)) console.log(formatCardSizes(engine, own))
}

function print({ name, ours, fit, dot, elk }: Row): void {
  const cells = measures.map((key) => [ours, dot, elk].flatMap((it) => (it ? String(it[key]) : [])).join(' · '))
  console.log(
    `${name.slice(0, NAME_WIDTH - 2).padEnd(NAME_WIDTH)}${cells.map((it) => it.padStart(CELL_WIDTH)).join('')}${fit ? `   ${formatFit(fit)}` : ''}`,
  )
}
