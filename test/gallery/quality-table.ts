import type { ArchitectureMap } from '@maps/shared/map'
import { themes } from '../../services/render-worker/scene/draw/theme.ts'
import { buildScene } from '../../services/render-worker/scene/scene.ts'
import { estimated } from '../../services/render-worker/scene/text/measure.ts'
import { byDot, byElk } from './judges.ts'
import type { Picture } from './pictures.ts'
import { linesOf, measures, type Quality, qualityOf, sumOf } from './quality.ts'
import { serviceMap } from './service-map.ts'
import { type CardSize, cardSizeOf, cardSizesText, type Shape, shapeOf, shapesText, shapeText } from './shape.ts'

const SEEDS = 15
/** Of more edges, the judges and we are asked what no reader could follow anyway. */
const MAX_EDGES = 250
const NAME_WIDTH = 34
const CELL_WIDTH = 20

interface Row {
  name: string
  isPlaced: boolean
  ours: Quality
  shape?: Shape
  dot?: Quality
  elk?: Quality
  /** Of the same cards by the engines that judge us. */
  cardSizes?: { dot: CardSize; elk: CardSize }
}

/**
 * Prints how well the lines of each picture and of 30 random maps can be followed; where we lay the map out, also those of Graphviz' `dot` and of
 * ELK with the same cards; and how well pictures fill a slide. All by estimated widths of texts: no browser, the same everywhere.
 */
export async function printQuality(pictures: readonly Picture[]): Promise<void> {
  const random = Array.from({ length: SEEDS }, (_, seed) => [serviceMap(seed, false), serviceMap(seed, true)]).flat()
  const maps = [...pictures.map((it) => it.map), ...random].filter(
    (it) => it.edges.length > 0 && it.edges.length <= MAX_EDGES,
  )
  const rows: Row[] = []
  console.log(`${'ours · dot · ELK'.padEnd(NAME_WIDTH)}${measures.map((it) => it.padStart(CELL_WIDTH)).join('')}`)
  for (const map of maps) {
    const row = await judge(map)
    rows.push(row)
    print(row)
  }
  for (const isPlaced of [false, true]) {
    const some = rows.filter((it) => it.isPlaced === isPlaced)
    const sums = (key: 'ours' | 'dot' | 'elk'): Quality => sumOf(some.flatMap((it) => it[key] ?? []))
    const name = isPlaced ? 'All that have places' : 'All that we lay out'
    print({ name, isPlaced, ours: sums('ours'), ...(!isPlaced && { dot: sums('dot'), elk: sums('elk') }) })
    console.log(shapesText(some.flatMap((it) => it.shape ?? [])))
    if (!isPlaced) printCardSizes(some)
  }
}

async function judge(map: ArchitectureMap): Promise<Row> {
  const scene = await buildScene(map, themes.light, estimated)
  const isPlaced = map.nodes.some((it) => it.x !== undefined)
  const row = { name: map.name, isPlaced, ours: qualityOf(linesOf(scene)), shape: shapeOf(scene) }
  if (isPlaced) return row
  const [dot, elk] = [await byDot(scene), await byElk(scene)]
  return {
    ...row,
    dot: qualityOf(dot),
    elk: qualityOf(elk),
    cardSizes: { dot: cardSizeOf(dot), elk: cardSizeOf(elk) },
  }
}

/** How large the cards of 6 to 30 services stand on a slide, by us and by the engines that judge us. */
function printCardSizes(rows: readonly Row[]): void {
  const compared = rows.filter(({ shape }) => shape && shape.services >= 6 && shape.services <= 30)
  console.log('The same cards of 6 to 30 services, in drawings of theirs without title, legend and room for labels')
  const sizes = {
    ours: compared.flatMap((it) => it.shape ?? []),
    dot: compared.flatMap((it) => it.cardSizes?.dot ?? []),
    ELK: compared.flatMap((it) => it.cardSizes?.elk ?? []),
  }
  for (const [engine, own] of Object.entries(sizes)) console.log(cardSizesText(engine, own))
}

function print({ name, ours, shape, dot, elk }: Row): void {
  const cells = measures.map((key) => [ours, dot, elk].flatMap((it) => (it ? String(it[key]) : [])).join(' · '))
  console.log(
    `${name.slice(0, NAME_WIDTH - 2).padEnd(NAME_WIDTH)}${cells.map((it) => it.padStart(CELL_WIDTH)).join('')}${shape ? `   ${shapeText(shape)}` : ''}`,
  )
}
