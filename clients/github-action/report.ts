import type { ArchitectureMap } from '../typescript/index.ts'
import { type Difference, formatAmount } from './difference.ts'
import type { MapDocument, Service } from './document.ts'
import { drawMermaid } from './mermaid.ts'

/** Entries of a list, and characters of each, where the whole would be too long for a comment. */
const SHORT_LIST_LENGTH = 40
const SHORT_ENTRY_LENGTH = 200

/** What a comment on a pull request tells. */
export interface Facts {
  map: Pick<ArchitectureMap, 'nodes' | 'edges'>
  /** The file as it should be. */
  document: MapDocument
  /** Whether the file is as it should be, in words. */
  state: string
  /** How the map differs from an earlier one, and the name of that, as in "`main`". */
  comparison?: Difference & { name: string }
}

/** What has changed, as Markdown of at most so many characters: shorter lists, then no picture, then no lists make room. */
export function writeReport(facts: Facts, maxLength: number): string {
  const { document, state } = facts
  const picture = writePicture(facts)
  const noPicture = 'The map is too large to be drawn here.'
  const attempts = [
    () => [picture ?? noPicture, ...writeLists(facts)],
    () => [picture ?? noPicture, ...writeLists(facts, SHORT_LIST_LENGTH)],
    () => [noPicture, ...writeLists(facts, SHORT_LIST_LENGTH)],
    () => [noPicture],
  ]
  let report = ''
  for (const attempt of attempts) {
    const title = `## ${keepQuiet(cut(document.title, SHORT_ENTRY_LENGTH))}`
    report = [title, writeSummary(facts), ...attempt(), state].join('\n\n')
    if (report.length <= maxLength) break
  }
  return report
}

function writePicture({ map, document, comparison }: Facts): string | undefined {
  // The document lists the services in the order of the map, unless the map changed in between.
  const isAligned = document.services.length === map.nodes.length
  const added = new Set(comparison?.added)
  const changed = new Set(comparison?.changed.map((it) => it.after))
  const marks = document.services.map((service) => {
    if (added.has(service)) return 'added'
    return changed.has(service) ? 'changed' : undefined
  })
  const diagram = drawMermaid(map, isAligned ? marks : [])
  return diagram && `\`\`\`mermaid\n${diagram}\n\`\`\``
}

function writeSummary({ document, comparison }: Facts): string {
  const { services, connections } = document
  const size = `${count(services.length, 'service')}, ${count(connections.length, 'connection')}`
  if (!comparison) return `${size}.`
  const { name, added, removed, changed, connectionsAdded, connectionsRemoved, costs } = comparison
  const told = [
    [added.length, 'service', 'added'],
    [removed.length, 'service', 'removed'],
    [changed.length, 'service', 'changed'],
    [connectionsAdded.length, 'connection', 'added'],
    [connectionsRemoved.length, 'connection', 'removed'],
  ] as const
  const changes = told.flatMap(([number, what, how]) => (number > 0 ? [`${count(number, what)} ${how}`] : []))
  if (changes.length === 0) return `${size}, as in ${name}.`
  const money = costs.map(({ symbol, before, after }) => {
    const more = `${after > before ? '+' : ''}${formatAmount(symbol, Math.round((after - before) * 100) / 100)}`
    return `**${formatAmount(symbol, before)} → ${formatAmount(symbol, after)}** (${more})`
  })
  const costLine =
    money.length > 0
      ? `\n\nCost per month: ${money.join(', ')}, added up from amounts as the file abbreviates them.`
      : ''
  return `${size}. Against ${name}: ${changes.join(', ')}.${costLine}`
}

function writeLists({ comparison }: Facts, maxEntries = Infinity): string[] {
  if (!comparison) return []
  const { added, removed, changed, connectionsAdded, connectionsRemoved } = comparison
  return [
    list('Services added', added.map(describe), maxEntries),
    list('Services removed', removed.map(describe), maxEntries),
    list('Services changed', changed.map(describeChange), maxEntries),
    list('Connections added', connectionsAdded, maxEntries),
    list('Connections removed', connectionsRemoved, maxEntries),
  ].filter((it) => it !== '')
}

function list(title: string, entries: readonly string[], maxEntries: number): string {
  if (entries.length === 0) return ''
  const shown = entries.slice(0, maxEntries)
  const lines = maxEntries === Infinity ? shown : shown.map((it) => cut(it, SHORT_ENTRY_LENGTH))
  const rest = entries.length > shown.length ? [`and ${entries.length - shown.length} more`] : []
  return [`**${title}**\n`, ...[...lines, ...rest].map((it) => `- ${keepQuiet(it)}`)].join('\n')
}

function describe({ label, tech, spend }: Service): string {
  return `${label}${tech && ` - ${tech}`}${spend && ` (${spend})`}`
}

function describeChange({ before, after }: { before: Service; after: Service }): string {
  const tech = before.tech === after.tech ? [] : [`${before.tech || 'nothing'} → ${after.tech || 'nothing'}`]
  const spend = before.spend === after.spend ? [] : [`${before.spend || 'no cost'} → ${after.spend || 'no cost'}`]
  return `${after.label}: ${[...tech, ...spend].join(', ')}`
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** GitHub tells people who are named, and notes at issues that they were: a name or number in a map is no call. It reads none in code. */
function keepQuiet(text: string): string {
  return text.replaceAll(/@|#(?=\d)/g, '$&\u200b')
}
