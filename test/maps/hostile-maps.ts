import { type ArchitectureMap, MAX_LABEL_SIZE, type MapEdge, type MapNode, MIN_LABEL_SIZE } from '@maps/shared/map'
import { arrowKinds, billingKinds, currencies, labelFonts, lineKinds } from '@maps/shared/map-values'
import fc from 'fast-check'
import { mapOf } from './sample-map.ts'

const pieces = [
  '#¦# ¦- ¦* ¦+ ¦1. ¦1) ¦> ¦```¦~~~¦`¦~¦~~¦---¦===¦***¦___¦\\¦|¦**¦*¦__¦_',
  '[x]¦(y)¦[x]: /y¦![¦]¦[^1]¦[^1]: n¦[ ] ¦| a |¦|-|¦:-¦:::n¦{.a}',
  '<b>¦</b>¦<!--¦-->¦<?¦<![CDATA[¦<¦>¦&amp;¦&¦&#65;¦;¦<a@b.cd>¦<http://a.bc>',
  '@¦@docs/a.md¦@~/x¦http://a.bc¦HTTPS://a.bc/(d)¦ftp://a.bc¦www.a.bc¦a@b.cd¦mailto:a@b.cd¦xmpp:',
  '$¦$$¦$`¦$5¦%%{init: {}}%%¦"¦#quot;¦"]¦/¦:¦.¦!¦=¦end¦style x:#1;¦ﬂ°¦¶',
  '\n¦\r\n¦\n\n¦\t¦    ¦\v¦\u0085¦\u2028¦\u2029¦\u0001¦\u001b[31m¦\u007f¦\u00a0¦\u3000',
  '\u202e¦\u2066¦\u200b¦\u200d¦\u200f¦\ufeff¦\u00ad¦\u{e0041}¦\ufe0f¦\u3164¦\u0301',
  "a¦b¦Z¦0¦9¦'¦%¦__proto__¦ ¦ - ¦ → ¦ ($1k)¦é¦文¦ß¦🗺️¦👩‍💻¦می‌خواهم¦1️⃣¦😀",
].flatMap((it) => it.split('¦'))

const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((it) => it.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((it) => it.replaceAll('\0', '')) },
  { weight: 1, arbitrary: fc.constantFrom(...pieces) },
)
const id = text.map((it) => it || 'n')
const name = text.map((it) => (it.trim() === '' ? `${it}x` : it))
/** Any finite number but -0, which JSON cannot express. */
const anyNumber = fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0)
const spend = fc.oneof(fc.integer({ min: -5000, max: 5_000_000 }), anyNumber)

const node = fc.record(
  {
    id,
    label: text,
    tech: text,
    spend,
    currency: fc.constantFrom(...currencies),
    billing: fc.subarray([...billingKinds]),
  },
  { requiredKeys: ['id'] },
)

/** Largest numbers of nodes and edges. */
interface Limits {
  nodes: number
  edges: number
}

/** Valid maps whose texts contain Markdown, HTML, imports, directives and links. */
export function hostileMaps(limits: Limits): fc.Arbitrary<ArchitectureMap> {
  return mapsOf(limits, node, edgeBetween)
}

/** Hostile maps for thousands of cases: three in four are small, which is fast. */
export const hostileMapsOfAllSizes = fc.oneof(
  { weight: 3, arbitrary: hostileMaps({ nodes: 4, edges: 4 }) },
  { weight: 1, arbitrary: hostileMaps({ nodes: 12, edges: 16 }) },
)

/** Hostile maps with all style fields of edges, and with positions of none, some or all nodes, near and far. */
export function hostileStyledMaps(limits: Limits): fc.Arbitrary<ArchitectureMap> {
  return positions.chain((position) => {
    const placed = fc.tuple(node, position).map(([it, at]) => ({ ...it, ...at }))
    return mapsOf(limits, placed, styledEdgeBetween)
  })
}

function mapsOf(limits: Limits, node: fc.Arbitrary<MapNode>, edgeBetween: (ids: string[]) => fc.Arbitrary<MapEdge>) {
  const nodes = fc.uniqueArray(node, { maxLength: limits.nodes, selector: (it) => it.id, size: 'max' })
  return nodes.chain((chosen) => {
    const edges = fc.array(edgeBetween(chosen.map((it) => it.id)), { maxLength: limits.edges, size: 'max' })
    return fc.tuple(edges, name).map(([between, title]) => mapOf(chosen, between, title))
  })
}

function edgeBetween(ids: string[]) {
  return fc.record(
    {
      source: fc.constantFrom(...ids, 'nobody'),
      target: fc.oneof(fc.constantFrom(...ids, 'nobody'), id),
      label: text,
      line: fc.constantFrom(...lineKinds),
      arrow: fc.constantFrom(...arrowKinds),
      dashed: fc.boolean(),
      animated: fc.boolean(),
    },
    { requiredKeys: ['source', 'target'] },
  )
}

const color = fc.constantFrom('#369', '#FF000080', 'Tomato', 'transparent', 'rgb(1 2 3 / 50%)', 'hsl(1.5turn 20% 30%)')

function styledEdgeBetween(ids: string[]) {
  const style = fc.record(
    {
      labelColor: color,
      labelSize: fc.double({ min: MIN_LABEL_SIZE, max: MAX_LABEL_SIZE, noNaN: true }),
      labelFont: fc.constantFrom(...labelFonts),
      color,
      dotColor: color,
    },
    { requiredKeys: [] },
  )
  return fc.tuple(edgeBetween(ids), style).map(([edge, fields]) => ({ ...edge, ...fields }))
}

const coordinate = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -2_000, max: 2_000 }) },
  { weight: 1, arbitrary: anyNumber },
  { weight: 1, arbitrary: fc.constantFrom(1e308, -1e308, 5e-324, 0.1) },
)
const point = { x: coordinate, y: coordinate }

/** The positions of a map's nodes: none, some of the coordinates, or all. */
const positions = fc.constantFrom<fc.Arbitrary<{ x?: number; y?: number }>>(
  fc.constant({}),
  fc.record(point, { requiredKeys: [] }),
  fc.record(point),
)
