/** `npm start` runs the whole service on this machine, with the servers that the environment does not provide. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig, SetupError } from '@maps/shared/config'
import { downloadCommand, ensureDemo } from './demo.ts'
import { LockHeldError, openReaper } from './reaper/reaper.ts'
import { settings, startStack } from './stack.ts'
import {
  loadEnvFile,
  lockFile,
  prepareStateFolder,
  readState,
  type RunningStack,
  stateFolder,
  writeState,
} from './state.ts'
import type { Supervised } from './supervisor.ts'

const stop = new AbortController()
const stopped = once(stop.signal, 'abort')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

try {
  await run()
} catch (error) {
  reportError(error)
}
process.exit()

/** Runs the stack until a stop signal arrives, or until a child has crashed too often. */
async function run(): Promise<void> {
  loadEnvFile()
  const config = readConfig(settings, process.env)
  await prepareStateFolder()
  await using resources = new AsyncDisposableStack()
  const reaper = resources.use(await openReaper(lockFile).catch(reportRunningStack))
  resources.defer(() => rm(join(stateFolder, 'running.json'), { force: true }))
  const failed = Promise.withResolvers<never>()
  const adopt = (child: Supervised<unknown>): void => {
    resources.use(child)
    child.failed.catch(failed.reject)
  }
  const started = startStack({ config, reaper, adopt, stopping: stop.signal }).then(printUsage)
  started.catch(() => {})
  const ended = Promise.race([stopped, failed.promise])
  try {
    await Promise.race([started, ended])
    await ended
    console.log('Stopping …')
  } catch (error) {
    reportError(error)
  }
}

function reportError(error: unknown): void {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}

async function reportRunningStack(error: unknown): Promise<never> {
  if (!(error instanceof LockHeldError)) throw error
  const stack = await readState('running.json')
  throw new SetupError(
    stack
      ? `It is running already: ${stack.baseUrl}`
      : 'Another npm start of this checkout is just starting or stopping.',
  )
}

async function printUsage(stack: RunningStack): Promise<void> {
  await writeState('running.json', stack)
  const demo = await ensureDemo(stack)
  console.log(`
Maps Service runs. Its demo workspace has the plan pro:

  export MAPS_URL=${stack.baseUrl}
  export MAPS_TOKEN=${demo.token}
  export MAP_ID=${demo.mapId}

A picture of its map, to be pasted as it is:

  ${downloadCommand(stack, demo)}

The command line, as the program maps:

  npm install --global ${new URL('/downloads/maps-cli.tgz', stack.baseUrl).href}

Documentation: ${new URL('/docs', stack.baseUrl).href}
For coding agents: ${new URL('/mcp', stack.baseUrl).href} (docs/mcp.md)
Ctrl-C stops it all; what it holds stays in ${stateFolder}
`)
}
