import { dirname, resolve } from 'node:path'
import { type Call, defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { Failure, UsageError } from '../failure.ts'
import { nameOfInput, readTextInput, STANDARD_STREAM } from '../files.ts'
import { findIdByName, findMapId } from '../find-map.ts'
import type { Drawing } from '../import/drawing.ts'
import { describeLeftOut, inferableOf, refuseIncomplete } from '../import/left-out.ts'
import { type DrawingKind, drawingReaders, folderNameOf } from '../import/readers.ts'
import { saveDrawing } from '../import/save-drawing.ts'
import { plain, printLine } from '../output.ts'
import { printSaved } from '../save-map.ts'
import { pinOption, saveOptions } from './shared-options.ts'

/** @NOTE Node looks for its own --env-file behind a script, too, and applies the NODE_OPTIONS in it: https://github.com/nodejs/node/issues/54232 */
const composeOptions = {
  variables: {
    kind: 'text',
    value: 'FILE',
    isFile: true,
    summary: 'compose: variables, in place of the .env beside the file',
  },
  infer: { kind: 'flag', summary: 'compose: dashed connections to hosts in environment values and commands' },
} as const

/** The `maps import` command. */
export const importMap = defineCommand({
  name: 'import',
  summary: 'create or update a map from a Compose file or a Structurizr workspace',
  details: [
    'compose: each service, of any profile, becomes a service of the map, with its image as technology and a connection to each service in depends_on, links, volumes_from and network_mode. The files in include and extends are read, too. Variables have their values from the environment, else from --variables or the .env beside the file, as in Compose.',
    'structurizr: people, software systems, containers and custom elements, with their relationships; what the JSON export of a workspace holds.',
    "The map is the one of the given name, or of the file's own. The next import keeps ids, names, positions, costs and the looks of connections, and changes only what the file says. Services and connections that the file does not have stay in the map, unless --prune is given. A line on standard error tells what the import leaves out; with --json, also leftOut.",
  ],
  args: [
    { name: 'kind', summary: 'what the file is', choices: Object.keys(drawingReaders) },
    { name: 'file', summary: 'the file; - for standard input', isFile: true },
  ],
  options: {
    map: { kind: 'text', value: 'MAP', summary: 'id or exact name of the map to update' },
    name: { kind: 'text', value: 'NAME', summary: 'name of the map to create or update' },
    prune: { kind: 'flag', summary: 'remove services and connections that the file does not have' },
    ...composeOptions,
    ...pinOption,
    ...saveOptions,
  },
  examples: [
    ['import compose docker-compose.yml', 'a map of the services'],
    ['import compose docker-compose.yml --infer', 'with connections from environment values'],
    ['import structurizr workspace.json --name "Web shop"', 'a map of that name'],
    ['import compose docker-compose.yml --prune --dry-run', 'tell what would change'],
  ],
  async run({ args: [kind, file], options, context }) {
    const { signal } = context
    const { infer: isInferring = false } = options
    const read = await readDrawing(kind as DrawingKind, file!, { options, context })
    const { inferred } = read
    const drawing: Drawing = isInferring ? { ...read, edges: [...read.edges, ...inferred], inferred: [] } : read
    const leftOut = isInferring ? read.leftOut : [...read.leftOut, ...inferableOf(inferred)]
    const maps = await connect(context)
    const name = options.name ?? drawing.name ?? folderNameOf(file!)
    const id =
      options.map !== undefined ? await findMapId(maps, options.map, signal) : await findIdByName(maps, name, signal)
    const { 'dry-run': isDryRun = false, note, prune: isPruned = false, pin: isPinned = false } = options
    if (isPruned) {
      refuseIncomplete(leftOut)
      if (drawing.nodes.length === 0)
        throw new Failure(`${nameOfInput(file!)} has no service: --prune would remove all.`)
    }
    const isRenamed = options.map !== undefined && options.name !== undefined
    const { saved, kept } = await saveDrawing(maps, id, drawing, {
      name,
      isNamed: [options.map, options.name, drawing.name].some((it) => it !== undefined),
      isRenamed,
      isPruned,
      isPinned,
      isDryRun,
      note,
      signal,
    })
    await printSaved({ options, context }, saved, { leftOut, ...(isInferring && { inferred: inferred.length }) })
    if (kept.length > 0) {
      const list = kept.map(plain).join(', ')
      await printLine(context.stderr, `Not in the file, and kept: ${list}. --prune removes what is not in the file.`)
    }
    if (leftOut.length > 0) await printLine(context.stderr, `Left out: ${plain(describeLeftOut(leftOut))}.`)
    if (isInferring && inferred.length > 0) {
      const connections = inferred.length === 1 ? '1 connection' : `${inferred.length} connections`
      await printLine(context.stderr, `Dashed, from environment values and commands: ${connections}.`)
    }
  },
})

/** Reads a file of another tool. @throws UsageError for an option that this kind of file does not have */
async function readDrawing(
  kind: DrawingKind,
  file: string,
  { options, context }: Pick<Call<typeof composeOptions>, 'options' | 'context'>,
): Promise<Drawing> {
  const misplaced = Object.keys(composeOptions).find((it) => kind !== 'compose' && it in options)
  if (misplaced !== undefined) throw new UsageError(`--${misplaced} is for Compose files.`)
  const { variables } = options
  return drawingReaders[kind]({
    source: nameOfInput(file),
    text: await readTextInput(context, file),
    folder: resolve(file === STANDARD_STREAM ? '.' : dirname(file)),
    env: context.env,
    envFile: variables === undefined ? undefined : await readTextInput(context, variables),
  })
}
