import { type ArchitectureMap, arrowKinds, billingKinds, currencies, lineKinds } from '@maps/shared/map'
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
  'a¦b¦Z¦0¦9¦ ¦ - ¦ → ¦ ($1k)¦é¦文¦ß¦🗺️¦👩‍💻¦می‌خواهم¦1️⃣¦😀',
].flatMap((it) => it.split('¦'))

const text = fc.oneof(
  { weight: 4, arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((it) => it.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((it) => it.replaceAll('\0', '')) },
  { weight: 1, arbitrary: fc.constantFrom(...pieces) },
)
const id = text.map((it) => it || 'n')
const name = text.map((it) => (it.trim() === '' ? `${it}x` : it))
const spend = fc.oneof(fc.integer({ min: -5000, max: 5_000_000 }), fc.double({ noNaN: true, noDefaultInfinity: true }))

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

/** Maps that the store takes, with text that tries to be markdown, HTML, an import, a directive or a link. */
export function hostileMaps(limits: { nodes: number; edges: number }): fc.Arbitrary<ArchitectureMap> {
  const nodes = fc.uniqueArray(node, { maxLength: limits.nodes, selector: (it) => it.id })
  return nodes.chain((them) => {
    const edges = fc.array(edgeBetween(them.map((it) => it.id)), { maxLength: limits.edges })
    return fc.tuple(edges, name).map(([between, title]) => mapOf(them, between, title))
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
