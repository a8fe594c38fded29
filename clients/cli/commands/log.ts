import type { Revision } from '../../typescript/index.ts'
import { defineCommand } from '../command.ts'
import { openMap } from '../find-map.ts'
import { localTime } from '../local-time.ts'
import { plain, printJson, printLine, style } from '../output.ts'
import { mapArgument } from './shared-options.ts'

const DEFAULT_COUNT = 20
/** Header of the table. Notes are the last column, since they have no fixed width. */
const columns = rowOf(['VERSION', 'MADE', 'SERVICES', 'CONNECTIONS', 'TOKEN', 'NOTE'])

/** The `maps log` command. */
export const log = defineCommand({
  name: 'log',
  summary: 'list the versions of a map, the latest first',
  details: [
    'Changes by one token within ten minutes are one version. Versions of the last 30 days are kept, and the last one of each day for a year; the first one and those with a note stay. The plan limits their number.',
    'A pipe gets a line for each version: number, time, services, connections, name of the token, note, with tabs between them.',
  ],
  args: [mapArgument],
  options: {
    count: {
      kind: 'number',
      short: 'n',
      value: 'N',
      summary: `at most so many versions; ${DEFAULT_COUNT} where not given`,
    },
    json: { kind: 'flag', summary: 'print JSON' },
  },
  examples: [
    ['log "Web shop"', 'the latest versions, with the token and the note of each'],
    ['log "Web shop" --count 1000 --json', 'all of them, for a program'],
  ],
  async run({ args: [map], options: { count = DEFAULT_COUNT, json }, context }) {
    const { stdout, signal } = context
    const { maps, id } = await openMap(context, map!)
    const revisions: Revision[] = []
    for await (const revision of maps.revisions(id, { pageSize: Math.min(count, 1_000), signal })) {
      revisions.push(revision)
      if (revisions.length >= count) break
    }
    if (json) return printJson(stdout, revisions)
    if (stdout.isTTY) await printLine(stdout, style(context, stdout, 'dim', columns))
    for (const { version, createdAt, nodeCount, edgeCount, token = '', note = '' } of revisions) {
      const fields = [`v${version}`, createdAt, String(nodeCount), String(edgeCount), token, note].map(plain)
      await printLine(stdout, stdout.isTTY ? rowOf(fields.with(1, localTime(createdAt))) : fields.join('\t'))
    }
  },
})

function rowOf([version, time, nodes, edges, token, note]: readonly string[]): string {
  const fields = [
    version!.padEnd(8),
    time!.padEnd(16),
    nodes!.padStart(8),
    edges!.padStart(11),
    token!.padEnd(16),
    note!,
  ]
  return fields.join('  ').trimEnd()
}
