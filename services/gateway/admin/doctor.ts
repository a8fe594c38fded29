import { readConfig, SetupError } from '@maps/shared/config'
import { z } from 'zod'
import { settings } from '../config.ts'
import { examineArtifacts } from './checks/artifacts.ts'
import { examinePostgres } from './checks/postgres.ts'
import { examinePublicUrl } from './checks/public-url.ts'
import { examineQueue } from './checks/queue.ts'
import { bad, type Finding, ok } from './checks/check-result.ts'

type Env = Readonly<Record<string, string | undefined>>
type Address = 'DATABASE_URL' | 'REDIS_URL' | 'ARTIFACT_REDIS_URL' | 'PUBLIC_URL' | 'HOST'

/** Looks at all that a gateway with these settings depends on, and changes nothing. What cannot be looked at is a finding too. */
export async function* examine(env: Env): AsyncGenerator<Finding> {
  yield examineSettings(env)
  const databaseUrl = read(env, 'DATABASE_URL')
  const redisUrl = read(env, 'REDIS_URL')
  const artifactUrl = read(env, 'ARTIFACT_REDIS_URL') ?? redisUrl
  if (databaseUrl !== undefined) yield* examinePostgres(databaseUrl)
  if (redisUrl !== undefined) yield* examineQueue(redisUrl)
  if (artifactUrl !== undefined) yield* examineArtifacts(artifactUrl, redisUrl)
  yield await examinePublicUrl(read(env, 'PUBLIC_URL'), read(env, 'HOST'))
}

function examineSettings(env: Env): Finding {
  try {
    readConfig(settings, env)
    return ok('The settings of the gateway can be read')
  } catch (error) {
    if (error instanceof SetupError) return bad(error.message)
    throw error
  }
}

/** A setting that is fit for use, whatever the others are. */
function read(env: Env, name: Address): string | undefined {
  try {
    return readConfig(z.object({ [name]: settings.shape[name] }), env)[name]
  } catch {
    return undefined
  }
}
