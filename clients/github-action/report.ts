import { diffMarkdown } from '../../shared/diff/diff-markdown.ts'
import type { Comparison } from '../../shared/diff/diff-words.ts'
import { breakMentions } from '../../shared/documents/mentions.ts'
import { type Mark, mermaidOf } from '../../shared/documents/mermaid.ts'
import type { ArchitectureMap, MapEdge, MapNode } from '../typescript/index.ts'
import { type Difference, formatAmount } from './difference.ts'
import type { MapDocument, Service } from './document.ts'

/** Maximum number of entries of a shortened list. Lists are shortened in a report that exceeds its maximum length. */
const SHORT_LIST_LENGTH = 40
/** Maximum length of an entry of a shortened list, and of the title, in characters. */
const SHORT_ENTRY_LENGTH = 200

/** The facts of a report. */
export interface Facts {
  map: Pick<ArchitectureMap, 'name' | 'nodes' | 'edges'>
  /** The parsed current export of the map. */
  document: MapDocument
  /** Sentences that say whether the file is up to date. */
  state: string
  /** The differences from an earlier file, and the name of that file's version, as in "`main`". */
  comparison?: Difference & { name: string }
  /** The diff from an earlier map, and the name of its version. It replaces picture and comparison of the documents. */
  earlierMap?: Comparison & { name: string }
}

/** Writes the report as Markdown of at most `maxLength` characters. If necessary, it shortens the lists, then omits picture and lists. */
export function writeReport(facts: Facts, maxLength: number): string {
  const { document, state, earlierMap } = facts
  const title = `## ${breakMentions(cut(document.title, SHORT_ENTRY_LENGTH))}`
  if (earlierMap) {
    const rest = maxLength - [title, '', state].join('\n\n').length
    const sides = { from: earlierMap.name, to: 'the map' }
    return [title, diffMarkdown(earlierMap, sides, rest).trimEnd(), state].join('\n\n')
  }
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
    report = [title, writeSummary(facts), ...attempt(), state].join('\n\n')
    if (report.length <= maxLength) break
  }
  return report
}

function writePicture({ map, document, comparison }: Facts): string | undefined {
  // The services of the document are in the order of the map, unless the map changed between the two requests.
  const isAligned = document.services.length === map.nodes.length
  const added = new Set(comparison?.added)
  const changed = new Set(comparison?.changed.map((it) => it.after))
  const marks = new Map<MapNode | MapEdge, Mark>()
  for (const [index, service] of isAligned ? document.services.entries() : []) {
    if (added.has(service)) marks.set(map.nodes[index]!, 'added')
    if (changed.has(service)) marks.set(map.nodes[index]!, 'changed')
  }
  const diagram = mermaidOf(map, (it) => marks.get(it))
  return diagram && `\`\`\`mermaid\n${diagram}\n\`\`\``
}

function writeSummary({ document, comparison }: Facts): string {
  const { services, connections } = document
  const size = `${count(services.length, 'service')}, ${count(connections.length, 'connection')}`
  if (!comparison) return `${size}.`
  const { name, isSame, added, removed, changed, connectionsAdded, connectionsRemoved, costs } = comparison
  const counts = [
    [added.length, 'service', 'added'],
    [removed.length, 'service', 'removed'],
    [changed.length, 'service', 'changed'],
    [connectionsAdded.length, 'connection', 'added'],
    [connectionsRemoved.length, 'connection', 'removed'],
  ] as const
  const changes = counts.flatMap(([number, what, how]) => (number > 0 ? [`${count(number, what)} ${how}`] : []))
  if (isSame) return `${size}, as in ${name}.`
  if (changes.length === 0) return `${size}. Services and dependencies as in ${name}; other lines of the file differ.`
  const costChanges = costs.map(({ symbol, before, after }) => {
    const more = `${after > before ? '+' : ''}${formatAmount(symbol, Math.round((after - before) * 100) / 100)}`
    return `**${formatAmount(symbol, before)} → ${formatAmount(symbol, after)}** (${more})`
  })
  const costLine =
    costChanges.length > 0
      ? `\n\nCost per month: ${costChanges.join(', ')}, added up from amounts as the file abbreviates them.`
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
  return [`**${title}**\n`, ...[...lines, ...rest].map((it) => `- ${breakMentions(it)}`)].join('\n')
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
