import { MAX_NOTE_LENGTH, noteSchema } from '@maps/shared/map'
import { z } from 'zod'

/** Schema of the header `Maps-Note`, which says why a map is made or changed. Its output is the note. */
export const noteHeaderSchema = z
  .string()
  .regex(/^[ -~]*$/, 'must be ASCII: write other characters in UTF-8, percent-encoded')
  .transform(readNote)
  .pipe(noteSchema)
  .meta({ override: { type: 'string' } })
  .exactOptional()
  .describe(`Why: up to ${MAX_NOTE_LENGTH} characters of ASCII, or of UTF-8 percent-encoded. Keeps the version`)

/** Decodes a percent-encoded note. A note with other percent signs, as in "20% cheaper", stays as it is. */
function readNote(header: string): string {
  try {
    return decodeURIComponent(header)
  } catch {
    return header
  }
}
