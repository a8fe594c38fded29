import { changeLines, countChanges, summaryOf, visibleCosts } from '@maps/shared/diff/diff-words'
import type { MapDiff } from '@maps/shared/diff/map-diff'
import { monthlyCosts, totals } from '@maps/shared/costs'
import type { DiffFormat, ExportOptions } from '@maps/shared/file-formats'
import { type ArchitectureMap, positionOf } from '@maps/shared/map'
import { type Currency, formatMoney } from '@maps/shared/money'
import { countNoun } from '@maps/shared/text'
import { sidesOf } from '../documents/diff-sides.ts'
import { titleOf } from '../documents/map-words.ts'
import { compareMaps } from '../scene/compared-maps.ts'
import type { Theme } from '../scene/draw/theme.ts'
import { dateOf } from '../scene/draw/title-block.ts'
import type { Pin } from '../scene/layout/pin.ts'
import { buildScene, defaultOptions } from '../scene/scene.ts'
import type { WithMeasure } from '../scene/text/measure.ts'
import type { DescribedScene } from './svg.ts'

/** Maximum number of changes in a description. */
const MAX_CHANGES = 30

/** Builds the scene of two maps as one, on the layout of the older one, or that pinned. */
export async function buildDiffPicture(
  from: ArchitectureMap,
  to: ArchitectureMap,
  options: Pick<ExportOptions<DiffFormat>, 'base' | 'from' | 'to'> & { icons: boolean; pin: Pin | undefined },
  theme: Theme,
  withMeasure: WithMeasure,
): Promise<DescribedScene> {
  const comparison = compareMaps(from, to, options.pin)
  const { map, diff, pin } = comparison
  const sides = sidesOf(to, from, options)
  // Without positions, the layout is that of the older version: nothing moves in the picture.
  const isPlaced = map.nodes.some(positionOf)
  const summary = summaryOf({ ...diff, moved: isPlaced ? diff.moved : 0 }) || summaryOf(diff) || 'No change'
  const costs = costPhrase(diff, to)
  const versions = `From ${sides.from} to ${sides.to}`
  const title = { title: to.name, costs: [summary, ...costs], scope: versions, facts: [dateOf(to)] }
  const sceneOptions = {
    ...defaultOptions,
    icons: options.icons,
    pin,
    comparison: { ...comparison, title },
  }
  const changes = [...changeLines({ from, to, diff }).take(MAX_CHANGES)].map(({ kind, subject, details }) => {
    return `${kind}: ${subject}${details && ` (${details})`}`
  })
  const left = countChanges(diff) - changes.length
  if (left > 0) changes.push(`and ${countNoun(left, 'further change')}`)
  return {
    scene: await buildScene(map, theme, withMeasure, sceneOptions),
    title: `${titleOf(to)}, from ${sides.from} to ${sides.to}`,
    description: `${[summary, ...costs].join('. ')}. ${changes.join('; ')}`.trim(),
  }
}

/** What the map costs per month, with what it cost before where that is something else. */
function costPhrase(diff: MapDiff, { nodes }: ArchitectureMap): string[] {
  const changed = visibleCosts(diff)
  if (changed.length === 0) {
    const sum = totals(nodes, formatMoney)
    return sum ? [`${sum} per month`] : []
  }
  const isChanged = (it: Currency): boolean => changed.some(({ currency }) => currency === it)
  const same = [...monthlyCosts(nodes)].filter(([currency]) => !isChanged(currency))
  const amounts = [
    ...changed.map(({ currency, from, to }) => `${formatMoney(from, currency)} → ${formatMoney(to, currency)}`),
    ...same.map(([currency, amount]) => formatMoney(amount, currency)),
  ]
  return [`${amounts.join('  ·  ')} per month`]
}
