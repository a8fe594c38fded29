import { once } from 'node:events'
import { defineCommand } from '../command.ts'
import { connect } from '../connection.ts'
import { watchFile } from '../dev/live-map.ts'
import { serveLiveMap } from '../dev/server.ts'
import { Failure, UsageError } from '../failure.ts'
import { STANDARD_STREAM } from '../files.ts'
import { printLine } from '../output.ts'

const MAX_PORT = 65_535

/** The `maps dev` command. */
export const dev = defineCommand({
  name: 'dev',
  summary: 'show the picture of a file in the browser, new at each save',
  details: [
    'The file is a map as JSON, a Compose file (.yml, .yaml) or a Structurizr workspace. The page is on this machine alone, at an address that cannot be guessed, and shows what is wrong by line and field. The service draws the picture and stores nothing.',
    'In a map as JSON, services can be dragged: their positions are written into the file, which keeps its layout otherwise. The button Push does what maps push, or maps import, does with the file.',
  ],
  args: [{ name: 'file', summary: 'the file', isFile: true }],
  options: { port: { kind: 'number', value: 'N', summary: 'port of the page; a free one where not given' } },
  examples: [
    ['dev shop.json', 'draw a map while it is written'],
    ['dev docker-compose.yml --port 4000', 'look at the services of a Compose file'],
  ],
  async run({ args: [file], options: { port = 0 }, context }) {
    const { stdout, signal } = context
    if (file === STANDARD_STREAM) throw new UsageError('maps dev follows a file: give its name.')
    if (!Number.isInteger(port) || port < 0 || port > MAX_PORT) {
      throw new UsageError(`--port must be a whole number up to ${MAX_PORT}.`)
    }
    const live = await watchFile(await connect(context), file!, context)
    const address = await serveLiveMap(live, port, signal).catch((cause: unknown) => {
      throw new Failure(`Port ${port} cannot be used: ${(cause as Error).message}`, undefined, { cause })
    })
    await printLine(stdout, address)
    if (!signal.aborted) await once(signal, 'abort')
    signal.throwIfAborted()
  },
})
