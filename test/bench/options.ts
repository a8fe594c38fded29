import { parseArgs } from 'node:util'
import { type VariantName, variantNames } from './png/variants.ts'

export interface BenchOptions {
  /** A first impression within two minutes. */
  isQuick: boolean
  /** Where the raw figures go. */
  jsonFile: string | undefined
  /** Other maps for another number. */
  seed: number
  /** Nodes of the maps. */
  sizes: readonly number[]
  only: readonly VariantName[]
}

const DEFAULT_SEED = 20_261_121
const SIZES = [5, 50, 500]

export const usage = `npm run bench:png -- [options]
  --quick         a first impression within two minutes
  --json FILE     writes the raw figures
  --seed NUMBER   draws other maps
  --sizes 5,50    maps of so many nodes; ${SIZES.join(',')} where not set
  --only a,c,d    only these ways of drawing, of ${variantNames.join(', ')}`

/** @throws Error for an option there is not */
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
    seed: wholeNumber('--seed', values.seed),
    sizes: values.sizes.split(',').map((it) => wholeNumber('--sizes', it)),
    only: only as VariantName[],
  }
}

/** The value of an option. @throws Error where it is no number */
export function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${option}: ${text} is no number`)
  return Number(text)
}
