import { defineCommand } from '../command.ts'
import { Failure } from '../failure.ts'
import { fetchMap } from '../find-map.ts'
import { plain, printLine } from '../output.ts'
import { mapArgument } from './shared-options.ts'

/** The `maps share` command. */
export const share = defineCommand({
  name: 'share',
  summary: 'make a map public, and print its link',
  details: ['Everyone who has the link sees the page of the map: without exact costs, and without a token.'],
  args: [mapArgument],
  options: {},
  examples: [['share "Web shop"', 'the address of its page, the same each time until it is unshared']],
  async run({ args: [idOrName], context }) {
    const { stdout, signal } = context
    const { maps, map: current } = await fetchMap(context, idOrName!)
    const map = current.isPublic ? current : await maps.update(current.id, { isPublic: true }, { signal })
    if (map.shareUrl === undefined) throw new Failure('The map is public, but the answer has no link of its page.')
    await printLine(stdout, plain(map.shareUrl))
  },
})

/** The `maps unshare` command. */
export const unshare = defineCommand({
  name: 'unshare',
  summary: 'make a map private: its link ends',
  details: ['The link never works again. Sharing the map once more makes another one.'],
  args: [mapArgument],
  options: {},
  examples: [['unshare "Web shop"', 'no reader sees it any more']],
  async run({ args: [idOrName], context }) {
    const { stdout, signal } = context
    const { maps, map } = await fetchMap(context, idOrName!)
    const { id, name, isPublic } = map
    if (isPublic) await maps.update(id, { isPublic: false }, { signal })
    await printLine(stdout, plain(`${name} (${id}) ${isPublic ? 'is private now: its link has ended' : 'is private'}.`))
  },
})
