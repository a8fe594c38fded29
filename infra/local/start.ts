/** `npm start`: the whole service on this machine, with whatever it needs and the environment does not provide. */
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig, SetupError } from '@maps/shared/config'
import type { Child } from './child.ts'
import { downloadCommand, ensureDemo } from './demo.ts'
import { LockHeld, openKeeper } from './keeper.ts'
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

const stop = new AbortController()
const stopped = once(stop.signal, 'abort')
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop.abort())

try {
  await run()
} catch (error) {
  console.error(error instanceof SetupError ? error.message : error)
  process.exitCode = 1
}
process.exit()

/** Starts the stack and keeps it up until we are told to stop or a part of it ends. */
async function run(): Promise<void> {
  loadEnvFile()
  const config = readConfig(settings, process.env)
  await prepareStateFolder()
  await using parts = new AsyncDisposableStack()
  const keeper = parts.use(await openKeeper(lockFile).catch(sayWhereItRuns))
  parts.defer(() => rm(join(stateFolder, 'running.json'), { force: true }))
  const lost = Promise.withResolvers<Child>()
  const adopt = (...children: Child[]): void => {
    for (const child of children) void child.ended.then(() => lost.resolve(child))
    parts.defer(async () => void (await Promise.all(children.map((it) => it.stop()))))
  }
  const started = startStack({ config, keeper, adopt, stopping: stop.signal }).then(present)
  started.catch(() => {})
  await Promise.race([started, stopped, lost.promise])
  const reason = await Promise.race([stopped, lost.promise])
  if ('ended' in reason) await tellOfLoss(reason)
  console.log('Stopping …')
}

async function sayWhereItRuns(error: unknown): Promise<never> {
  if (!(error instanceof LockHeld)) throw error
  const stack = await readState('running.json')
  throw new SetupError(
    stack
      ? `It is running already: ${stack.baseUrl}`
      : 'Another npm start of this checkout is just starting or stopping.',
  )
}

async function present(stack: RunningStack): Promise<void> {
  await writeState('running.json', stack)
  const demo = await ensureDemo(stack)
  console.log(`
Maps Service runs. Its demo workspace has the plan pro:

  export MAPS_URL=${stack.baseUrl}
  export MAPS_TOKEN=${demo.token}

A picture of its map, to be pasted as it is:

  ${downloadCommand(stack, demo)}

Documentation: ${new URL('/docs', stack.baseUrl).href}
Ctrl-C stops it all; what it holds stays in ${stateFolder}
`)
}

async function tellOfLoss(child: Child): Promise<void> {
  const { code, signal } = await child.ended
  console.error(
    `${child.name} ended (${signal ?? `exit code ${code}`}). Its last words:\n  ${child.lines.slice(-5).join('\n  ')}`,
  )
  process.exitCode = 1
}
