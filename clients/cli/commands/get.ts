import { defineCommand } from '../command.ts'
import { fetchMap } from '../find-map.ts'
import { printJson } from '../output.ts'
import { mapArgument } from './shared-options.ts'

/** The `maps get` command. */
export const get = defineCommand({
  name: 'get',
  summary: 'print a map as JSON',
  args: [mapArgument],
  options: {},
  examples: [
    ['get "Web shop"', 'the whole map'],
    ['get "Web shop" | jq -r ".nodes[].label"', 'the names of its services'],
  ],
  async run({ args: [idOrName], context }) {
    const { map } = await fetchMap(context, idOrName!)
    const { etag: _etag, ...whole } = map
    await printJson(context.stdout, whole)
  },
})
