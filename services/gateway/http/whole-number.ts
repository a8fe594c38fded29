import { z } from 'zod'

/** Schema of a parameter of a path or query: a whole number from 1 to `max`. */
export function wholeNumber(max: number) {
  return z
    .string()
    .regex(new RegExp(String.raw`^\d{1,${String(max).length}}$`), `must be a whole number from 1 to ${max}`)
    .transform(Number)
    .pipe(z.int().min(1).max(max))
    .meta({ override: { type: 'integer', minimum: 1, maximum: max } })
}
