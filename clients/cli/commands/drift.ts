import { dirname, resolve } from 'node:path'
import type { VersionedMap } from '../../typescript/index.ts'
import { type Call, defineCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { isEmptyDrift } from '../drift/drift.ts'
import { driftFormats, printDrift } from '../drift/print-drift.ts'
import { applyDrift, MAX_OPERATIONS, type Operation, proposeOperations, safeChanges } from '../drift/propose.ts'
import { readDrift } from '../drift/read-drift.ts'
import { observedKinds } from '../drift/read-observation.ts'
import { exitCodes, Failure, UsageError } from '../failure.ts'
import { nameOfInput, readTextInput, STANDARD_STREAM } from '../files.ts'
import { fetchMap } from '../find-map.ts'
import { plain, printJson, printLine } from '../output.ts'
import { printSaved, saveMap } from '../save-map.ts'
import { mapArgument } from './shared-options.ts'

/** Note of a version that --apply writes, if none is given. */
const NOTE = 'Made what was seen, by maps drift'

const inputOptions = {
  observed: { kind: 'text', value: 'FILE', isFile: true, summary: 'what was seen; - for standard input' },
  alias: {
    kind: 'text',
    value: 'FILE',
    isFile: true,
    summary: 'names of services in that file, as in "cart: [cart-api]"',
  },
  ignore: { kind: 'text', value: 'PATTERNS', isList: true, summary: 'services to leave out, as in "queue/*,user"' },
  label: { kind: 'text', value: 'LABELS', isList: true, summary: 'compare one environment, as in env=prod' },
} as const

/** The `maps drift` command. */
export const drift = defineCommand({
  name: 'drift',
  summary: 'tell what differs in a map from what runs',
  details: [
    `The file of --observed is ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(observedKinds)}. Its content tells which.`,
    'Services are matched by --alias, by id, by name, then without case, spaces and the signs -, _ and . and at last without a port, the domain of a cluster and the word service. Nothing is guessed: other names are not in the map.',
    `The exit code is ${exitCodes.outdated} where the map differs, and ${exitCodes.undecided} where this cannot be told, such as for names that fit two services, or a file of several environments.`,
  ],
  args: [mapArgument],
  options: {
    ...inputOptions,
    format: { kind: 'choice', choices: driftFormats, summary: 'text by default; md for an issue' },
    propose: { kind: 'flag', summary: 'print the input of the MCP tool edit_map that makes the map what was seen' },
    apply: { kind: 'flag', summary: 'change the map so' },
    note: { kind: 'text', value: 'TEXT', summary: 'why, for maps log, with --apply' },
  },
  examples: [
    ['drift "Web shop" --observed graph.json', 'what runs, and is not in the map, and the reverse'],
    ['drift "Web shop" --observed compose.yml --ignore "grafana,user"', 'without these services'],
    ['drift "Web shop" --observed graph.json --apply', 'change the map to what was seen'],
  ],
  async run({ args: [idOrName], options, context }) {
    const { observed = '', format = 'text', propose, apply, note = NOTE } = options
    if (propose && apply) throw new UsageError('Give one of --propose and --apply.')
    const { signal } = context
    const { maps, map } = await fetchMap(context, idOrName!)
    const drift = await readFiles(map, { options, context })
    const kept = propose || apply ? ' So nothing is removed from the map: it may be what was left out.' : ''
    if (drift.leftOut.length > 0)
      await printLine(context.stderr, `Left out: ${plain(drift.leftOut.join('; '))}.${kept}`)
    const { changes, isWhole } = safeChanges(drift)
    if (apply) {
      const saved = await saveMap(maps, map, applyDrift(map, changes), { isDryRun: false, note, signal })
      await printSaved({ options, context }, saved)
      return isWhole ? exitCodes.done : exitCodes.outdated
    }
    if (propose) await printProposal(context, map, proposeOperations(map, changes))
    else await printDrift(context, drift, { map, observed }, format)
    return isEmptyDrift(drift) ? exitCodes.done : exitCodes.outdated
  },
})

/** Prints the input of the tool `edit_map`, as far as it takes it at once. A proxy may remove the version, which is then to be added. */
async function printProposal({ stdout, stderr }: Context, map: VersionedMap, all: readonly Operation[]): Promise<void> {
  if (all.length === 0) return printLine(stderr, 'There is nothing to propose.')
  const operations = all.slice(0, MAX_OPERATIONS)
  const [, version] = /^"v(\d+)"$/.exec(map.etag) ?? []
  await printJson(stdout, { id: map.id, ...(version !== undefined && { version: Number(version) }), operations })
  if (all.length > MAX_OPERATIONS) {
    await printLine(stderr, `These are the first ${MAX_OPERATIONS} of ${all.length}: run this again after them.`)
  }
}

type InputCall = Pick<Call<typeof inputOptions>, 'options' | 'context'>

/** Reads the files, and compares. @throws Failure with the code for what cannot be told */
async function readFiles(map: VersionedMap, { options, context }: InputCall) {
  const { observed, alias, ignore, label } = options
  if (observed === undefined) throw new UsageError('--observed is missing: the file that says what was seen.')
  const read = async (file: string) => ({
    source: nameOfInput(file),
    text: await readTextInput(context, file),
  })
  try {
    const folder = resolve(observed === STANDARD_STREAM ? '.' : dirname(observed))
    return await readDrift(map, {
      observed: { ...(await read(observed)), folder, env: context.env },
      alias: alias === undefined ? undefined : await read(alias),
      ignore,
      label,
    })
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.failed) throw error
    throw new Failure(error.message, exitCodes.undecided, { cause: error })
  }
}
