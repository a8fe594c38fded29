import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { nameOfInput, readTextInput } from '../files.ts'
import { findMapOfFile } from '../find-map.ts'
import { parseMapFile } from '../map-file.ts'
import { printSaved, saveMap } from '../save-map.ts'
import { pinOption, saveOptions } from './shared-options.ts'

/** The `maps push` command. */
export const push = defineCommand({
  name: 'push',
  summary: 'create or update a map from a file',
  details: [
    'A file with an id, as maps pull writes it, updates the map of that id, and renames it where the name differs. A file without one updates the map of its name, or creates it. Nothing is written where the map is as the file says: pushing twice writes once. The file itself stays as it is.',
    'The file wins: changes that were made elsewhere to the fields it has are replaced. --dry-run tells what would change.',
  ],
  args: [{ name: 'file', summary: 'a map as JSON; - for standard input', isFile: true }],
  options: { ...pinOption, ...saveOptions },
  examples: [
    ['push shop.json', 'make the map be as the file says'],
    ['push shop.json --dry-run', 'tell what would change'],
    ['push shop.json --pin', 'services stay where they are in pictures'],
    ['get "Web shop" | jq ".isPublic = true" | maps push -', 'make a map public'],
  ],
  async run({ args: [file], options, context }) {
    const { id, content } = parseMapFile(nameOfInput(file!), await readTextInput(context, file!))
    const { signal } = context
    const { 'dry-run': isDryRun = false, note, pin = false } = options
    const maps = await connect(context)
    const current = await findMapOfFile(maps, { id, content }, signal)
    await printSaved(
      { options, context },
      await saveMap(maps, current, content, { isDryRun, isPinned: pin, note, signal }),
    )
  },
})
