import { createClient, type Workspace } from '../../typescript/index.ts'
import { defineCommand } from '../command.ts'
import { readConnection } from '../connection.ts'
import { plain, printJson, printLine } from '../output.ts'

/** The `maps whoami` command. */
export const whoami = defineCommand({
  name: 'whoami',
  summary: 'tell which service, workspace and token are used, and what the plan allows',
  args: [],
  options: { json: { kind: 'flag', summary: 'print JSON: baseUrl and workspace' } },
  examples: [
    ['whoami', 'workspace, plan, token, and how much room is left'],
    ['whoami --json | jq -r ".workspace.token.expiresAt // empty"', 'when the token expires'],
  ],
  async run({ options: { json }, context }) {
    const { env, stdout, signal } = context
    const connection = await readConnection(env)
    const workspace = await createClient(connection).workspace({ signal })
    if (json) return printJson(stdout, { baseUrl: connection.baseUrl, workspace })
    for (const [name, value] of rowsOf(connection.baseUrl, workspace))
      await printLine(stdout, plain(`${name.padEnd(12)}${value}`))
  },
})

function rowsOf(baseUrl: string, { id, name, plan, limits, usage, token }: Workspace): [name: string, value: string][] {
  const { maps, storedBytes, revisions, revisionBytes, nodes, formats, requestsPerMinute, exportsInFlight } = limits
  return [
    ['service', baseUrl],
    ['workspace', `${name} (${id})`],
    ['token', `${token.name}, ${rightsOf(token)}, ${expiryOf(token)}`],
    ['plan', plan],
    ['maps', `${count(usage.maps)} of ${count(maps)}, of up to ${count(nodes)} services each`],
    ['stored', `${mebibytes(usage.storedBytes)} of ${mebibytes(storedBytes)} MiB`],
    [
      'versions',
      `${count(usage.revisions)} earlier ones, of up to ${count(revisions)} a map; ${mebibytes(usage.revisionBytes)} of ${mebibytes(revisionBytes)} MiB`,
    ],
    ['formats', formats.join(', ')],
    ['limits', `${count(requestsPerMinute)} requests a minute, ${count(exportsInFlight)} exports at a time`],
  ]
}

function rightsOf({ isReadOnly }: Workspace['token']): string {
  return isReadOnly ? 'may only read' : 'may read and write'
}

function expiryOf({ expiresAt }: Workspace['token']): string {
  return expiresAt === undefined ? 'never expires' : `expires ${expiresAt}`
}

function count(number: number): string {
  return number.toLocaleString('en')
}

function mebibytes(bytes: number): string {
  return (bytes / 1024 ** 2).toLocaleString('en', { maximumFractionDigits: 1 })
}
