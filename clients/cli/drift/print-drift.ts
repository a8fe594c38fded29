import { countNoun } from '../../../shared/text.ts'
import type { VersionedMap } from '../../typescript/index.ts'
import type { Context } from '../context.ts'
import { plain, printJson, printLine, write } from '../output.ts'
import { printChanges } from '../print-changes.ts'
import type { Drift } from './drift.ts'
import { driftMarkdown } from './drift-markdown.ts'
import { type ReadDrift, similarNames } from './read-drift.ts'

/** Forms in which a drift is printed. */
export const driftFormats = ['text', 'md', 'json'] as const

/** Prints a drift of a map and the file with what was seen: as text with a line for each difference, as Markdown, or as JSON. */
export async function printDrift(
  context: Context,
  drift: ReadDrift,
  { map, observed }: { map: VersionedMap; observed: string },
  format: (typeof driftFormats)[number],
): Promise<void> {
  const { stdout } = context
  const similar = similarNames(drift)
  if (format === 'md') return write(stdout, driftMarkdown(drift, { map: map.name, observed }))
  if (format === 'json') {
    const { undeclared, unseen, leftOut } = drift
    const services = undeclared.services.map((it) => ({ ...it, similar: similar.get(it.name) }))
    const connections = undeclared.connections.map(({ source, target, evidence }) => ({ source, target, evidence }))
    return printJson(stdout, {
      drift: { map: map.id, observed, undeclared: { services, connections }, unseen, leftOut },
    })
  }
  await printLine(stdout, plain(`${map.name} and ${observed}: ${summaryOf(drift)}.`))
  await printChanges(context, drift.comparison)
  for (const [seen, name] of similar) {
    await printLine(stdout, plain(`${seen} is not in the map. If it is ${name}, say so in the file of --alias.`))
  }
}

function summaryOf({ undeclared, unseen }: Drift): string {
  const phrases = [
    ['not in the map', undeclared],
    ['not seen', unseen],
  ] as const
  const parts = phrases.flatMap(([phrase, { services, connections }]) => {
    const counts = [
      ...(services.length > 0 ? [countNoun(services.length, 'service')] : []),
      ...(connections.length > 0 ? [countNoun(connections.length, 'connection')] : []),
    ]
    return counts.length > 0 ? [`${counts.join(' and ')} ${phrase}`] : []
  })
  return parts.join('; ') || 'no difference'
}
