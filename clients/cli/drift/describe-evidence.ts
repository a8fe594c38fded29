import { countNoun } from '../../../shared/text.ts'
import type { Evidence } from './observation.ts'

/** Describes evidence, as in "1,204 requests (data.result[3] and 1 more)". */
export function describeEvidence(evidence: readonly Evidence[]): string {
  const [first, ...others] = evidence
  if (first === undefined) return ''
  const place = `${first.place}${others.length > 0 ? ` and ${others.length} more` : ''}`
  if (first.count === undefined) return place
  // A rate over time has fractions.
  const count = Math.ceil(evidence.reduce((sum, it) => sum + (it.count ?? 0), 0))
  return `${countNoun(count, 'request')} (${place})`
}
