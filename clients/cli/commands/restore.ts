import { defineCommand } from '../command.ts'
import { UsageError } from '../failure.ts'
import { fetchMap } from '../find-map.ts'
import { readVersion } from '../read-version.ts'
import { printSaved, saveMap } from '../save-map.ts'
import { mapArgument, saveOptions } from './shared-options.ts'

/** The `maps restore` command. */
export const restore = defineCommand({
  name: 'restore',
  summary: 'make a map be as it was at an earlier version',
  details: [
    'Name, services and connections become those of the version, by a change like any other: the versions since then stay, and the map stays public or private.',
  ],
  args: [mapArgument, { name: 'version', summary: 'a version of maps log, as in v12' }],
  options: saveOptions,
  examples: [
    ['restore "Web shop" v12', 'the content of that version'],
    ['restore "Web shop" v12 --dry-run', 'tell what would change'],
  ],
  async run({ args: [map, version], options, context }) {
    const number = readVersion(version!)
    if (number === undefined) throw new UsageError('The version must be a number of maps log, as in v12.')
    const { signal } = context
    const { maps, map: current } = await fetchMap(context, map!)
    const { name, nodes, edges } = await maps.revision(current.id, number, { signal })
    const { 'dry-run': isDryRun = false, note = `Restored from v${number}` } = options
    await printSaved(
      { options, context },
      await saveMap(maps, current, { name, nodes, edges }, { isDryRun, note, signal }),
    )
  },
})
