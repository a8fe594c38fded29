import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { localTime } from '../local-time.ts'
import { plain, printJson, printLine, style } from '../output.ts'

const fields = ['id', 'name', 'isPublic', 'createdAt', 'updatedAt'] as const

/** Header of the table. Names have no maximum width, so they are the last column. */
const columns = ['ID'.padEnd(36), 'UPDATED'.padEnd(16), 'ACCESS ', 'NAME'].join('  ')

/** The `maps list` command. */
export const list = defineCommand({
  name: 'list',
  summary: 'list the maps of the workspace, the latest update first',
  details: [
    'A pipe gets a line for each map: id, time of the last update, public or private, and name, with tabs between them.',
  ],
  args: [{ name: 'text', summary: 'a part of the name, in upper or lower case', isOptional: true }],
  options: { json: { kind: 'flag', summary: 'print JSON, with the link of each public map' } },
  examples: [
    ['list', 'every map'],
    ['list shop', 'those with "shop" in their name'],
    ['list --json | jq -r ".[].shareUrl // empty"', 'the links of all public maps'],
  ],
  async run({ args: [q], options, context }) {
    const { stdout, signal } = context
    const found = (await connect(context)).list({ q, fields, signal })
    if (options.json) return printJson(stdout, await collect(found))
    let count = 0
    for await (const { id, name, isPublic, updatedAt } of found) {
      const access = isPublic ? 'public' : 'private'
      if (stdout.isTTY && count++ === 0) await printLine(stdout, style(context, stdout, 'dim', columns))
      const row = stdout.isTTY
        ? [plain(id).padEnd(36), localTime(updatedAt), access.padEnd(7), plain(name)].join('  ')
        : [id, updatedAt, access, name].map(plain).join('\t')
      await printLine(stdout, row)
    }
    if (stdout.isTTY && count === 0) await printLine(stdout, q ? 'No map has that in its name.' : 'No maps yet.')
  },
})

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
