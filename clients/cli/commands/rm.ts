import { defineCommand } from '../command.ts'
import { UsageError } from '../failure.ts'
import { fetchMap } from '../find-map.ts'
import { plain, printLine } from '../output.ts'
import { ask } from '../prompt.ts'
import { mapArgument } from './shared-options.ts'

/** The `maps rm` command. */
export const rm = defineCommand({
  name: 'rm',
  summary: 'delete a map for good',
  details: ['Asks first on a terminal. A script must give --yes.'],
  args: [mapArgument],
  options: { yes: { kind: 'flag', short: 'y', summary: 'do not ask' } },
  examples: [
    ['rm "Old shop"', 'delete it, after a question'],
    ['rm 0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90 --yes', 'delete it without one'],
  ],
  async run({ args: [idOrName], options: { yes }, context }) {
    const { stdin, stdout, signal } = context
    if (!yes && !stdin.isTTY) throw new UsageError('There is no terminal to ask on: give --yes to delete the map.')
    const { maps, map } = await fetchMap(context, idOrName!)
    const subject = plain(`${map.name} (${map.id})`)
    const isAgreed = yes || /^y(es)?$/i.test(await ask(context, `Delete ${subject} for good? [y/N] `))
    if (!isAgreed) return printLine(stdout, 'Nothing was deleted.')
    // With the map instead of its id, the service deletes only the version that the user confirmed.
    await maps.delete(map, { signal })
    await printLine(stdout, `Deleted ${subject}.`)
  },
})
