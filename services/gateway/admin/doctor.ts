import { readConfig, SetupError } from '@maps/shared/config'
import { z } from 'zod'
import { settings } from '../config.ts'
import { checkArtifacts } from './checks/artifacts.ts'
import { checkBucket } from './checks/bucket.ts'
import { checkPostgres } from './checks/postgres.ts'
import { checkPublicUrl } from './checks/public-url.ts'
import { checkQueue } from './checks/queue.ts'
import { failed, type CheckResult, ok } from '../operations/check-result.ts'

type Env = Readonly<Record<string, string | undefined>>
type SettingName = 'DATABASE_URL' | 'REDIS_URL' | 'ARTIFACT_REDIS_URL' | 'PUBLIC_URL' | 'HOST'

/** Checks all dependencies of a gateway with these settings, and leaves nothing but a small object in a bucket. A check that cannot run yields a result too. */
export async function* runChecks(env: Env): AsyncGenerator<CheckResult> {
  yield checkSettings(env)
  const databaseUrl = readSetting(env, 'DATABASE_URL')
  const redisUrl = readSetting(env, 'REDIS_URL')
  const artifactUrl = readSetting(env, 'ARTIFACT_REDIS_URL') ?? redisUrl
  if (databaseUrl !== undefined) yield* checkPostgres(databaseUrl)
  if (redisUrl !== undefined) yield* checkQueue(redisUrl)
  if (artifactUrl !== undefined) yield* checkArtifacts(artifactUrl, redisUrl)
  yield* checkBucket(env)
  yield await checkPublicUrl(readSetting(env, 'PUBLIC_URL'), readSetting(env, 'HOST'))
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

/** Reads a single setting, even if others are invalid. @returns undefined if it is invalid or not set */
function readSetting(env: Env, name: SettingName): string | undefined {
  try {
    return readConfig(z.object({ [name]: settings.shape[name] }), env)[name]
  } catch {
    return undefined
  }
}
