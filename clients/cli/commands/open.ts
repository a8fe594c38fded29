import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { MapsClient, VersionedMap } from '../../typescript/index.ts'
import { defineCommand } from '../command.ts'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { writeAtomically } from '../files.ts'
import { fetchMap } from '../find-map.ts'
import { plain, printLine } from '../output.ts'
import { withProgress } from '../progress.ts'
import { mapArgument } from './shared-options.ts'

/** The `maps open` command. */
export const open = defineCommand({
  name: 'open',
  summary: 'show a map: the page of a public one, a picture of a private one',
  details: ['Prints the address of the page, or the file of the picture, and opens it in the browser or viewer.'],
  args: [mapArgument],
  options: {},
  examples: [['open "Web shop"', 'look at it']],
  async run({ args: [idOrName], context }) {
    const { maps, map } = await fetchMap(context, idOrName!)
    const target = map.shareUrl ?? (await savePicture(maps, map, context))
    await printLine(context.stdout, plain(target))
    await openWithDesktop(target)
  },
})

async function savePicture(maps: MapsClient, { id }: VersionedMap, context: Context): Promise<string> {
  const { bytes, fileName } = await withProgress(context, 'Making a picture …', () =>
    maps.export(id, 'png', { signal: context.signal }),
  )
  const file = join(await mkdtemp(join(tmpdir(), 'maps-')), basename(fileName))
  await writeAtomically(file, bytes)
  return file
}

/** By `process.platform`, the program that opens a file or an address. It runs without a shell. */
const openers: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

async function openWithDesktop(target: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, target], { stdio: 'ignore', detached: true })
  try {
    await once(child, 'spawn')
    child.unref()
  } catch (cause) {
    throw new Failure(`${program}, which would open it, is not there: open it yourself.`, undefined, { cause })
  }
}
