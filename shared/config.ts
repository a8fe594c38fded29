import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** An error that the operator can correct, such as a wrong setting, argument or file. Programs print its message without a stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError'
}

/**
 * Reads a service's settings from its environment. `NAME_FILE` names a file that holds the setting, for secrets.
 * @throws SetupError that lists all faults by the settings' names
 */
export function readConfig<Shape extends z.ZodObject>(
  shape: Shape,
  env: Readonly<Record<string, string | undefined>>,
): z.infer<Shape> {
  const given: Record<string, string> = {}
  const faults: string[] = []
  for (const name of Object.keys(shape.shape)) {
    const file = env[`${name}_FILE`]
    try {
      const value = file ? readFileSync(file, 'utf8').trim() : env[name]
      if (value !== undefined && value !== '') given[name] = value
    } catch (error) {
      faults.push(`${name}_FILE: ${(error as Error).message}`)
    }
  }
  const result = shape.safeParse(given)
  for (const issue of result.error?.issues ?? []) faults.push(`${issue.path.join('.')}: ${issue.message}`)
  if (result.success && faults.length === 0) return result.data
  throw new SetupError(`These settings need a change:\n  ${faults.join('\n  ')}`)
}

/** A whole number given as text, with its default. */
export function wholeNumber(min: number, max: number, standard: number) {
  return z.coerce.number().int().min(min).max(max).default(standard)
}

/** A TCP port given as text; 0 lets the system choose one. */
export function port(standard: number) {
  return wholeNumber(0, 65_535, standard)
}

/** Schema of the address of a Redis. */
export const redisUrl = z.url({ protocol: /^rediss?$/, error: 'must be an address such as redis://localhost:6379' })
/** Schema of the address of a Postgres, of one host or several. */
export const postgresUrl = z.string().refine(isPostgresUrl, {
  error:
    'must be an address such as postgres://user:password@localhost:5432/maps; several hosts are separated by commas',
})

/** Checks each host by itself: URL does not parse several, as in `one:5432,two:5432`. */
function isPostgresUrl(text: string): boolean {
  const [, start, hosts, end] = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/.exec(text) ?? []
  return hosts !== undefined && hosts.split(',').every((host) => URL.canParse(start! + host + end!))
}
/** Schema of pino's levels, `info` where none is set. */
export const logLevel = z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info')
