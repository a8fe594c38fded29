import type { MapDocument, Service } from './document.ts'

/** The differences between two versions of a document. */
export interface Difference {
  /** Whether one is the other, to the last character. */
  isSame: boolean
  added: Service[]
  removed: Service[]
  changed: { before: Service; after: Service }[]
  connectionsAdded: string[]
  connectionsRemoved: string[]
  /** Total costs that differ, one entry per currency symbol. */
  costs: { symbol: string; before: number; after: number }[]
}

/** Compares two documents. Services are matched by label; services with the same label, by their order. */
export function compare(before: MapDocument, after: MapDocument): Difference {
  const pairs = pair(before.services, after.services, (it) => it.label)
  const connectionPairs = pair(before.connections, after.connections, (it) => it)
  const earlier = sums(before)
  const later = sums(after)
  const symbols = [...new Set([...earlier.keys(), ...later.keys()])]
  return {
    isSame: before.text === after.text,
    added: pairs.flatMap((it) => (it.before ? [] : [it.after!])),
    removed: pairs.flatMap((it) => (it.after ? [] : [it.before!])),
    changed: pairs.flatMap(({ before, after }) =>
      before && after && (before.tech !== after.tech || before.spend !== after.spend) ? [{ before, after }] : [],
    ),
    connectionsAdded: connectionPairs.flatMap((it) => (it.before ? [] : [it.after!])),
    connectionsRemoved: connectionPairs.flatMap((it) => (it.after ? [] : [it.before!])),
    costs: symbols
      .map((symbol) => ({ symbol, before: earlier.get(symbol) ?? 0, after: later.get(symbol) ?? 0 }))
      .filter((it) => it.before !== it.after),
  }
}

const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumFractionDigits: 1 })

/** Formats an amount of money as the exported files do, as in `$2.4k`. */
export function formatAmount(symbol: string, amount: number): string {
  return `${amount < 0 ? '-' : ''}${symbol}${abbreviate(Math.abs(amount))}`
}

function abbreviate(size: number): string {
  if (size >= 1e15) return scientific.format(size)
  const inFull = size.toFixed(2)
  return Number(inFull) < 1_000 ? inFull.replace(/\.00$/, '') : `${(size / 1_000).toFixed(1).replace(/\.0$/, '')}k`
}

/** Matches the entries of two lists by key, in the order of the second list. An unmatched entry has one side only. */
function pair<Entry>(before: readonly Entry[], after: readonly Entry[], keyOf: (entry: Entry) => string) {
  const unmatched = new Map<string, Entry[]>()
  for (const entry of before) unmatched.set(keyOf(entry), [...(unmatched.get(keyOf(entry)) ?? []), entry])
  const pairs: { before?: Entry | undefined; after?: Entry }[] = after.map((entry) => {
    return { before: unmatched.get(keyOf(entry))?.shift(), after: entry }
  })
  pairs.push(...[...unmatched.values()].flat().map((it) => ({ before: it })))
  return pairs
}

function sums({ services }: MapDocument): Map<string, number> {
  const bySymbol = new Map<string, number>()
  for (const { spend } of services) {
    const [, sign, symbol = '', digits, unit = ''] = /^(-?)(\D+)([\d.]+)(k|E\d+)?$/.exec(spend) ?? []
    if (digits === undefined) continue
    const size = Number(`${digits}${unit === 'k' ? 'E3' : unit}`)
    const sum = (bySymbol.get(symbol) ?? 0) + (sign ? -size : size)
    // Sums of binary fractions have rounding errors, so they are rounded to cents.
    bySymbol.set(symbol, Math.round(sum * 100) / 100)
  }
  return bySymbol
}
