import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { findMapId } from '../find-map.ts'
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
  async run({ args: [map], context }) {
    const { stdout, signal } = context
    const maps = await connect(context)
    const { etag: _etag, ...whole } = await maps.get(await findMapId(maps, map!, signal), { signal })
    await printJson(stdout, whole)
  },
})
