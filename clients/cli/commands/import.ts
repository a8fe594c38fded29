import { basename, dirname, resolve } from 'node:path'
import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { UsageError } from '../failure.ts'
import { nameOfInput, readInput, STANDARD_STREAM } from '../files.ts'
import { findIdByName, findMapId } from '../find-map.ts'
import { readCompose } from '../import/compose.ts'
import { type Drawing, mergeDrawing } from '../import/merge.ts'
import { readStructurizr } from '../import/structurizr.ts'
import { plain, printLine } from '../output.ts'
import { printSaved, saveMap } from '../save-map.ts'
import { saveOptions } from './shared-options.ts'

const readers: Readonly<Record<string, (source: string, text: string) => Drawing>> = {
  compose: readCompose,
  structurizr: readStructurizr,
}

/** The `maps import` command. */
export const importMap = defineCommand({
  name: 'import',
  summary: 'create or update a map from a Compose file or a Structurizr workspace',
  details: [
    'compose: each service becomes a service of the map, with its image as technology and a connection to each service that it depends on. structurizr: people, software systems and containers, with their relationships; what the JSON export of a workspace holds.',
    "The map is the one of the given name, or of the file's own. The next import keeps ids, names, positions, costs and the looks of connections, and changes only what the file says. Services and connections that the file does not have stay in the map, unless --prune is given.",
  ],
  args: [
    { name: 'kind', summary: 'what the file is', choices: Object.keys(readers) },
    { name: 'file', summary: 'the file; - for standard input', isFile: true },
  ],
  options: {
    map: { kind: 'text', value: 'MAP', summary: 'id or exact name of the map to update' },
    name: { kind: 'text', value: 'NAME', summary: 'name of the map to create or update' },
    prune: { kind: 'flag', summary: 'remove services and connections that the file does not have' },
    ...saveOptions,
  },
  examples: [
    ['import compose docker-compose.yml', 'a map of the services'],
    ['import structurizr workspace.json --name "Web shop"', 'a map of that name'],
    ['import compose docker-compose.yml --prune --dry-run', 'tell what would change'],
  ],
  async run({ args: [kind, file], options, context }) {
    const { signal } = context
    const drawing = readers[kind!]!(nameOfInput(file!), (await readInput(context, file!)).toString())
    const maps = await connect(context)
    const name = options.name ?? drawing.name ?? folderOf(file!)
    const id = options.map ? await findMapId(maps, options.map, signal) : await findIdByName(maps, name, signal)
    const current = id === undefined ? undefined : await maps.get(id, { signal })
    const { kept, ...content } = mergeDrawing(current, drawing, options.prune ?? false)
    const change = { ...(!current || (options.map && options.name) ? { name } : {}), ...content }
    const isDryRun = options['dry-run'] ?? false
    await printSaved({ options, context }, await saveMap(maps, current, change, { isDryRun, signal }))
    if (kept.length > 0) {
      const list = kept.map(plain).join(', ')
      await printLine(context.stderr, `Not in the file, and kept: ${list}. --prune removes what is not in the file.`)
    }
  },
})

/** Name of the file's folder, which is Compose's default name of a project. */
function folderOf(file: string): string {
  if (file === STANDARD_STREAM) throw new UsageError('The input has no name for the map: give --name.')
  return basename(dirname(resolve(file)))
}
