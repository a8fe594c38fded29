import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { findMapId } from '../find-map.ts'
import { plain, printLine } from '../output.ts'
import { mapArgument } from './shared-options.ts'

/** The `maps pin` command. */
export const pin = defineCommand({
  name: 'pin',
  summary: 'keep the services of a map where its pictures show them',
  details: [
    'When the map changes, pinned services stay in their places, and new ones are placed among them until the next pin. Services with x and y are where these say.',
  ],
  args: [mapArgument],
  options: {},
  examples: [['pin "Web shop"', 'the next pictures change only where the map does']],
  async run({ args: [idOrName], context }) {
    const { stdout, signal } = context
    const maps = await connect(context)
    const id = await findMapId(maps, idOrName!, signal)
    await maps.pin(id, { signal })
    await printLine(stdout, plain(`${idOrName} is pinned.`))
  },
})

/** The `maps unpin` command. */
export const unpin = defineCommand({
  name: 'unpin',
  summary: 'lay out a map afresh in its pictures again',
  args: [mapArgument],
  options: {},
  examples: [['unpin "Web shop"', 'the best layout of all services, wherever they were']],
  async run({ args: [idOrName], context }) {
    const { stdout, signal } = context
    const maps = await connect(context)
    const id = await findMapId(maps, idOrName!, signal)
    await maps.unpin(id, { signal })
    await printLine(stdout, plain(`${idOrName} is not pinned.`))
  },
})
