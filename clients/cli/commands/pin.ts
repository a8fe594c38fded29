import { defineCommand } from '../command.ts'
import { openMap } from '../find-map.ts'
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
    const { maps, id } = await openMap(context, idOrName!)
    await maps.pin(id, { signal: context.signal })
    await printLine(context.stdout, plain(`${idOrName} is pinned.`))
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
    const { maps, id } = await openMap(context, idOrName!)
    await maps.unpin(id, { signal: context.signal })
    await printLine(context.stdout, plain(`${idOrName} is not pinned.`))
  },
})
