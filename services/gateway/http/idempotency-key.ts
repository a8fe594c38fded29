import { z } from 'zod'

const MAX_LENGTH = 255

/** Matches a key in double quotes, as the draft requires; `bare` matches a key without quotes. */
const quoted = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/
const bare = /^[!#-+\--~]+$/

/** Schema of the header of https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/. Its output is the key. */
export const idempotencyKeySchema = z
  .string()
  .transform(readKey)
  .refine((key) => key.length >= 1 && key.length <= MAX_LENGTH, {
    error: `must be one key of 1 to ${MAX_LENGTH} characters, such as a UUID, in double quotes or without`,
  })
  .meta({ override: { type: 'string' } })
  .exactOptional()
  .describe('Names the request, so that it can be sent again safely: a UUID, say. Kept for 24 hours')

/** Reads the key of a header; an empty string if the header is malformed. */
function readKey(header: string): string {
  return quoted.exec(header)?.[1]?.replaceAll(/\\(.)/g, '$1') ?? bare.exec(header)?.[0] ?? ''
}
