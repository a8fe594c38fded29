import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import type { Context } from '../context.ts'
import { UsageError } from '../failure.ts'
import { createIfMissing } from '../files.ts'
import { findMapId } from '../find-map.ts'
import { formatMapFile } from '../map-file.ts'
import { printLine } from '../output.ts'
import { withProgress } from '../progress.ts'
import { ask } from '../prompt.ts'
import { mapArgument } from './shared-options.ts'

const MAP_FILE = 'docs/architecture.json'
/** The path at which the GitHub Action keeps its document, too. */
const DOCUMENT = 'docs/architecture.md'

/** The `maps init` command. */
export const init = defineCommand({
  name: 'init',
  summary: 'put a map and its document for coding agents into a project',
  details: [
    `Writes ${MAP_FILE}, which you change and push, and ${DOCUMENT}, the claude export of the map, and says what to do next. Run it in the folder of the project. A file that is there already stays as it is.`,
  ],
  args: [{ ...mapArgument, summary: 'its id or exact name; a question where not given', isOptional: true }],
  options: {},
  examples: [['init "Web shop"', 'keep the map of the web shop beside its code']],
  async run({ args: [given], context }) {
    const { stdout, signal } = context
    const maps = await connect(context)
    const id = await findMapId(maps, given ?? (await askForMap(context)), signal)
    const map = await maps.get(id, { signal })
    const document = await withProgress(context, `Making ${DOCUMENT} …`, () => maps.export(id, 'claude', { signal }))
    for (const [file, content] of [
      [MAP_FILE, formatMapFile(map)],
      [DOCUMENT, document.bytes],
    ] as const) {
      const isNew = await createIfMissing(file, content)
      await printLine(stdout, isNew ? `Created ${file}.` : `${file} is there already, and stays as it is.`)
    }
    await printLine(stdout, nextSteps(id))
  },
})

function askForMap(context: Context): Promise<string> {
  if (!context.stdin.isTTY) throw new UsageError('<map> is missing, and there is no terminal to ask on. See: maps list')
  return ask(context, 'Id or name of the map: ')
}

function nextSteps(id: string): string {
  return `
Coding agents: put @${DOCUMENT} into CLAUDE.md, or name the file in AGENTS.md.
The map:       change ${MAP_FILE}, then run
                 maps push ${MAP_FILE}
                 maps export ${id} claude -o ${DOCUMENT}
Each build:    maps check ${DOCUMENT}`
}
