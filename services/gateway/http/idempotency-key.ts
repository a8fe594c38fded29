import { z } from 'zod'

const MAX_LENGTH = 255

/** A key as the draft writes it, `"8e03…"`, and without the quotes. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/
const bare = /^[!#-+\--~]+$/

/** The header of https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/, read into the key itself. */
export const idempotencyKeySchema = z
  .string()
  .transform(readKey)
  .refine((key) => key.length >= 1 && key.length <= MAX_LENGTH, {
    error: `must be one key of 1 to ${MAX_LENGTH} characters, such as a UUID, in double quotes or without`,
  })
  .meta({ override: { type: 'string' } })
  .exactOptional()
  .describe('Names the request, so that it can be sent again safely: a UUID, say. Kept for 24 hours')

/** The key in the header, or an empty string where it is malformed. */
function readKey(header: string): string {
  return quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0] ?? ''
}
