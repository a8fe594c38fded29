import { parseArgs } from 'node:util'
import { type VariantName, variantNames } from './png/variants.ts'

/** Options of `npm run bench:png`. */
export interface BenchOptions {
  /** Whether to take two minutes at most, for rough figures. */
  isQuick: boolean
  /** File for the raw figures. */
  jsonFile: string | undefined
  /** Seed of the generated maps. */
  seed: number
  /** Node counts of the maps. */
  sizes: readonly number[]
  /** Variants to measure. */
  only: readonly VariantName[]
}

const DEFAULT_SEED = 20_261_121
const SIZES = [5, 50, 500]

/** The text of `--help`. */
export const usage = `npm run bench:png -- [options]
  --quick         a first impression within two minutes
  --json FILE     writes the raw figures
  --seed NUMBER   draws other maps
  --sizes 5,50    maps of so many nodes; ${SIZES.join(',')} where not set
  --only a,c,d    only these ways of drawing, of ${variantNames.join(', ')}`

/** Parses the command line. @throws Error for an unknown option or value */
export function readOptions(args: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      seed: { type: 'string', default: String(DEFAULT_SEED) },
      sizes: { type: 'string', default: SIZES.join(',') },
      only: { type: 'string', default: variantNames.join(',') },
    },
  })
  const only = values.only.split(',')
  const unknown = only.find((it) => !variantNames.includes(it as VariantName))
  if (unknown !== undefined) throw new Error(`--only: there is no ${unknown}`)
  return {
    isQuick: values.quick,
    jsonFile: values.json,
    seed: parseWholeNumber('--seed', values.seed),
    sizes: values.sizes.split(',').map((it) => parseWholeNumber('--sizes', it)),
    only: only as VariantName[],
  }
}

/** Parses the value of an option. @throws Error for other text than 1 to 9 digits */
export function parseWholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option}: ${text} is no number`)
  return Number(text)
}
