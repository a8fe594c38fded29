import { readConfig, SetupError } from '@maps/shared/config'
import { z } from 'zod'
import { settings } from '../config.ts'
import { checkArtifacts } from './checks/artifacts.ts'
import { checkPostgres } from './checks/postgres.ts'
import { checkPublicUrl } from './checks/public-url.ts'
import { checkQueue } from './checks/queue.ts'
import { failed, type CheckResult, ok } from './checks/check-result.ts'

type Env = Readonly<Record<string, string | undefined>>
type Address = 'DATABASE_URL' | 'REDIS_URL' | 'ARTIFACT_REDIS_URL' | 'PUBLIC_URL' | 'HOST'

/** Checks everything that a gateway with these settings depends on, without changes. A check that cannot run is a result too. */
export async function* runChecks(env: Env): AsyncGenerator<CheckResult> {
  yield checkSettings(env)
  const databaseUrl = read(env, 'DATABASE_URL')
  const redisUrl = read(env, 'REDIS_URL')
  const artifactUrl = read(env, 'ARTIFACT_REDIS_URL') ?? redisUrl
  if (databaseUrl !== undefined) yield* checkPostgres(databaseUrl)
  if (redisUrl !== undefined) yield* checkQueue(redisUrl)
  if (artifactUrl !== undefined) yield* checkArtifacts(artifactUrl, redisUrl)
  yield await checkPublicUrl(read(env, 'PUBLIC_URL'), read(env, 'HOST'))
}

function checkSettings(env: Env): CheckResult {
  try {
    readConfig(settings, env)
    return ok('The settings of the gateway can be read')
  } catch (error) {
    if (error instanceof SetupError) return failed(error.message)
    throw error
  }
}

/** Reads a setting by itself, also where others are wrong. */
function read(env: Env, name: Address): string | undefined {
  try {
    return readConfig(z.object({ [name]: settings.shape[name] }), env)[name]
  } catch {
    return undefined
  }
}
