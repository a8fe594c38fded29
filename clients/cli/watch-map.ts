import { setTimeout as sleep } from 'node:timers/promises'
import type { MapsClient, MapVersion, VersionedMap } from '../typescript/index.ts'
import type { Context } from './context.ts'
import { describeError } from './describe-error.ts'
import { exitCodes } from './failure.ts'
import { plainLines, printLine } from './output.ts'

/** Interval of the requests for a new version: a quarter of the requests that the free plan allows. */
const INTERVAL_MS = 2_000

/**
 * Calls `onChange` for each new version of a map, again if the service does not answer its requests.
 * @throws the signal's reason, or the error of the service if the map is deleted, for example
 */
export async function watchMap(
  maps: MapsClient,
  map: MapVersion,
  context: Context,
  onChange: (map: VersionedMap) => Promise<void>,
): Promise<never> {
  const { signal } = context
  for (let version = map; ;) {
    await sleep(INTERVAL_MS, undefined, { signal })
    const changed = await untilAnswered(context, () => maps.getIfChanged(version, { signal }))
    if (!changed) continue
    await untilAnswered(context, () => onChange(changed))
    version = changed
  }
}

/** Runs a request again until the service answers, and tells on standard error that it does not, and that it does again. */
async function untilAnswered<Result>(context: Context, request: () => Promise<Result>): Promise<Result> {
  const { stderr, signal } = context
  for (let isAway = false; ; isAway = true) {
    try {
      const result = await request()
      if (isAway) await printLine(stderr, 'The service answers again.')
      return result
    } catch (error) {
      signal.throwIfAborted()
      const { text, exitCode } = describeError(error)
      if (exitCode !== exitCodes.undecided) throw error
      if (!isAway) await printLine(stderr, `${plainLines(text)} Trying again until it answers.`)
      await sleep(INTERVAL_MS, undefined, { signal })
    }
  }
}
