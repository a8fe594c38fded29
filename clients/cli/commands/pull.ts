import { defineCommand } from '../command.ts'
import { readInput, STANDARD_STREAM, createFile, replaceFile } from '../files.ts'
import { fetchMap } from '../find-map.ts'
import { formatMapFile } from '../map-file.ts'
import { printLine, write } from '../output.ts'
import { mapArgument, outputOption } from './shared-options.ts'

/** The `maps pull` command. */
export const pull = defineCommand({
  name: 'pull',
  summary: 'save a map in a file, to be changed and pushed',
  args: [mapArgument],
  options: outputOption('a new one named like the map'),
  examples: [
    ['pull "Web shop"', 'save it in web-shop.json, unless that is there already'],
    ['pull "Web shop" -o maps/shop.json', 'save it there, in place of what is there'],
  ],
  async run({ args: [map], options: { output }, context }) {
    const { stdout } = context
    const { map: whole } = await fetchMap(context, map!)
    const text = formatMapFile(whole)
    if (output === STANDARD_STREAM) return write(stdout, text)
    const file = output ?? `${slugOf(whole.name)}.json`
    if (output !== undefined) await replaceFile(file, text)
    else if (!(await isSame(file, text))) await createFile(file, text)
    await printLine(stdout, file)

    async function isSame(name: string, wanted: string): Promise<boolean> {
      const present = await readInput(context, name).catch(() => undefined)
      return present?.toString() === wanted
    }
  },
})

/** Converts a map's name to a file name: letters and digits of any script, joined by hyphens. */
function slugOf(name: string): string {
  const words = name.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? ['map']
  return words.join('-').slice(0, 60)
}
