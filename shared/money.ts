import type { MapNode } from './map.ts'

/** The ISO 4217 code of a spend. */
export type Currency = NonNullable<MapNode['currency']>
/** Writes an amount as text. */
export type MoneyFormat = (amount: number, currency: Currency) => string

/** Amount from which scientific notation is used. */
const HUGE = 1e15
/** Amount that every total beyond the largest number exceeds. */
const LARGEST_POWER = 1e308

interface Formats {
  plain: Intl.NumberFormat
  exact: Intl.NumberFormat
  ungrouped: Intl.NumberFormat
  thousands: Intl.NumberFormat
  huge: Intl.NumberFormat
}

const formatsByCurrency = new Map<Currency, Formats>()

/** Formats an amount in full, as in `$15,250` and `€49.90`. Zero decimals are left out. An infinite total becomes a bound in words. */
export function formatMoney(amount: number, currency: Currency): string {
  const { exact } = formatsOf(currency)
  return Math.abs(amount) < HUGE ? withPlainSpaces(exact.format(amount)) : formatHuge(amount, currency)
}

/** Formats an amount in thousands, as in `$2.4k`, `$1250k` and `CHF 12k`; an amount below a thousand in full, as in `$800`. */
export function abbreviateMoney(amount: number, currency: Currency): string {
  const { ungrouped, thousands } = formatsOf(currency)
  const size = Math.abs(amount)
  if (size >= HUGE) return formatHuge(amount, currency)
  const isBelowThousand = roundMoney(size, currency) < 1000
  return withPlainSpaces(isBelowThousand ? ungrouped.format(amount) : `${thousands.format(amount / 1000)}k`)
}

/** Rounds an amount to the decimals of its currency, as it is written. */
export function roundMoney(amount: number, currency: Currency): number {
  return Number(formatsOf(currency).plain.format(amount))
}

const cents = plainFormat(2)

/**
 * Rounds an amount to cents and keeps it finite for JSON: sums of decimal fractions are inexact, and sums of huge amounts infinite. It rounds as
 * amounts are written: 1.005 to 1.01, although the binary number is less.
 */
export function roundToCents(amount: number): number {
  return Number(cents.format(Math.max(-Number.MAX_VALUE, Math.min(amount, Number.MAX_VALUE))))
}

/** A format that writes numbers, of any size, as JavaScript reads them. */
function plainFormat(maximumFractionDigits: number): Intl.NumberFormat {
  return new Intl.NumberFormat('en-US', { maximumFractionDigits, useGrouping: false, signDisplay: 'negative' })
}

function formatHuge(amount: number, currency: Currency): string {
  const { huge } = formatsOf(currency)
  if (Number.isFinite(amount)) return withPlainSpaces(huge.format(amount))
  const bound = Math.sign(amount) * LARGEST_POWER
  return `${amount > 0 ? 'more' : 'less'} than ${withPlainSpaces(huge.format(bound))}`
}

/** Returns the cached formats of a currency, which are slow to make. */
function formatsOf(currency: Currency): Formats {
  let formats = formatsByCurrency.get(currency)
  if (!formats) formatsByCurrency.set(currency, (formats = createFormats(currency)))
  return formats
}

function createFormats(currency: Currency): Formats {
  const style = { style: 'currency', currency, signDisplay: 'negative' } as const
  const shortest = { trailingZeroDisplay: 'stripIfInteger' } as const
  const oneDecimal = { minimumFractionDigits: 0, maximumFractionDigits: 1 }
  const exact = new Intl.NumberFormat('en-US', { ...style, ...shortest })
  return {
    exact,
    plain: plainFormat(exact.resolvedOptions().maximumFractionDigits ?? 0),
    ungrouped: new Intl.NumberFormat('en-US', { ...style, ...shortest, useGrouping: false }),
    thousands: new Intl.NumberFormat('en-US', { ...style, ...oneDecimal, useGrouping: false }),
    huge: new Intl.NumberFormat('en-US', { ...style, ...oneDecimal, notation: 'scientific' }),
  }
}

/** Replaces the no-break space that `Intl` puts after letters such as `CHF`, which a text search does not find. */
function withPlainSpaces(text: string): string {
  return text.replaceAll('\u00a0', ' ')
}
