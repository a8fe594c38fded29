import { bucketRules, bucketSettings } from '@maps/shared/bucket'
import { buildSettings } from '@maps/shared/build-id'
import { logLevel, port, redisUrl, wholeNumber } from '@maps/shared/config'
import { defaultPlans, planTableSchema } from '@maps/shared/plans'
import { tracingSettings } from '@maps/shared/tracing'
import { z } from 'zod'
import { CONNECTIONS } from './store/database.ts'
import { postgresUrl } from './store/database-address.ts'

const shape = {
  HOST: z.string().default('127.0.0.1').describe('Address to listen on'),
  PORT: port(8080).describe('Port of the API; 0 takes any free one'),
  INTERNAL_HOST: z
    .string()
    .default('127.0.0.1')
    .describe('Address that /metrics, /internal/scale and /queue listen on'),
  INTERNAL_PORT: port(9091).describe('Port of these; 0 takes any free one'),
  QUEUE_PAGE_PASSWORD: z
    .string()
    .min(12, 'must have 12 characters or more')
    .optional()
    .describe('Opens the page of the queue, /queue on the internal port. Default: no page'),
  DATABASE_URL: postgresUrl.describe('PostgreSQL 18 or newer'),
  DATABASE_CONNECTIONS: wholeNumber(1, 1_000)
    .default(CONNECTIONS)
    .describe('Maximum number of connections to PostgreSQL'),
  REDIS_URL: redisUrl.describe('Redis of the queue and the rate limits; it must not evict'),
  ARTIFACT_REDIS_URL: redisUrl.optional().describe('Redis of the finished files; it may evict. Default: REDIS_URL'),
  ...bucketSettings,
  ...buildSettings,
  ...tracingSettings,
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://maps.example.com' })
    .refine((it) => !URL.canParse(it) || new URL(it).href === `${new URL(it).origin}/`, 'must not have a path')
    .transform((it) => new URL(it).origin)
    .optional()
    .describe(
      'Where clients reach the service, without a path; written into files and pages. Default: http://HOST:PORT',
    ),
  SECURITY_CONTACT: z
    .url({
      protocol: /^(?:https|mailto|tel)$/,
      error: 'must be an address such as mailto:security@example.com or https://example.com/security',
    })
    .transform((it) => new URL(it).href)
    .optional()
    .describe('Where to report a vulnerability, for /.well-known/security.txt. Default: the page /docs/security.md'),
  CORS_ORIGINS: z
    .string()
    .transform((it) => it.split(',').map((origin) => origin.trim()))
    .refine((list) => list.every((it) => (it === '*' ? list.length === 1 : isOrigin(it))), {
      error:
        'must be * or a comma-separated list of origins such as https://app.example.com, each without a path or a slash at its end',
    })
    .default([])
    .describe('Origins whose pages may call the API from a browser, or * for all. Default: none'),
  PLANS: z
    .string()
    .transform(parseJson)
    .pipe(planTableSchema)
    .default(defaultPlans)
    .describe('JSON that replaces the table of plans'),
  TRUST_PROXY: wholeNumber(0, 10)
    .default(0)
    .describe('How many proxies in front of the gateway may say who the client is'),
  // The responses after it may take 30 s more, and all together 45 s.
  SHUTDOWN_DELAY_MS: wholeNumber(0, 10_000)
    .default(5_000)
    .describe('How long it answers on after it has become unready'),
  LOG_LEVEL: logLevel.describe('Least severe level that is logged'),
}
/** Every setting of the gateway, by the name of its environment variable. */
export const settings = z.object(shape).check(...bucketRules)

function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && URL.parse(text)?.origin === text
}

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `must be JSON: ${(error as Error).message}` })
    return z.NEVER
  }
}
