import { availableParallelism } from 'node:os'
import { bucketRules, bucketSettings } from '@maps/shared/bucket'
import { buildSettings } from '@maps/shared/build-id'
import { logLevel, port, redisUrl, wholeNumber } from '@maps/shared/config'
import { MIN_STORED_MB } from '@maps/shared/file-eviction'
import { tracingSettings } from '@maps/shared/tracing'
import { z } from 'zod'

/** Number of cores plus one: while Node works on one export between two steps in Chromium, another export uses the core. */
export const defaultConcurrency = availableParallelism() + 1

const shape = {
  REDIS_URL: redisUrl.describe('Redis of the queue; it must not evict'),
  ARTIFACT_REDIS_URL: redisUrl.optional().describe('Redis of the finished files; it may evict. Default: REDIS_URL'),
  ARTIFACT_MAX_MB: wholeNumber(MIN_STORED_MB, 1_048_576)
    .optional()
    .describe(
      'Maximum of finished files in their Redis, in MiB, a quarter of it for one workspace. Default: half of the maxmemory of that Redis, or 256 if it has none',
    ),
  ...bucketSettings,
  ...buildSettings,
  ...tracingSettings,
  CHROMIUM_PATH: z.string('must be set, such as /usr/bin/chromium').describe('Chromium, Chrome or the headless shell'),
  CHROMIUM_SANDBOX: z
    .enum(['on', 'off'])
    .default('on')
    .describe('`off` runs Chromium without its sandbox, as root too; for machines that allow it no other way'),
  CONCURRENCY: wholeNumber(1, 64)
    .default(defaultConcurrency)
    .describe('Exports made at a time; one more than there are cores'),
  HEALTH_HOST: z.string().default('127.0.0.1').describe('Address that /livez, /readyz and /metrics listen on'),
  HEALTH_PORT: port(9090).describe('Port of /livez, /readyz and /metrics; 0 takes any free one'),
  LOG_LEVEL: logLevel.describe('Least severe level that is logged'),
}
/** All settings of the render worker, by the name of the environment variable. */
export const settings = z.object(shape).check(...bucketRules)
