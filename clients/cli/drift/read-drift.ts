import type { MapContent } from '../../../shared/diff/map-diff.ts'
import { mostSimilar } from '../suggest.ts'
import { readAliases } from './aliases.ts'
import { type Drift, findDrift } from './drift.ts'
import { parseLabelFilters } from './labels.ts'
import type { ObservedFile } from './observation.ts'
import { parsePatterns } from './patterns.ts'
import { readObservation } from './read-observation.ts'

/** The files and options of a comparison. */
export interface DriftInput {
  observed: ObservedFile
  /** The file of aliases. */
  alias?: { source: string; text: string } | undefined
  /** Patterns of services that are not compared. */
  ignore?: string | undefined
  /** Conditions on labels. */
  label?: string | undefined
}

/** A drift, and phrases that say what was left out of what was seen. */
export interface ReadDrift extends Drift {
  leftOut: readonly string[]
}

/** Maximum number of services for which a similar name is looked for, and length of the names, in characters. */
const MAX_SIMILAR = 10
const MAX_LENGTH = 40

/**
 * Reads what was seen, and compares a map with it.
 * @throws Failure if it cannot be told
 */
export async function readDrift(
  map: MapContent,
  { observed, alias, ignore = '', label }: DriftInput,
): Promise<ReadDrift> {
  const observation = await readObservation(observed, parseLabelFilters(label))
  const aliases = alias ? readAliases(alias.source, alias.text, map.nodes) : new Map<string, string>()
  return { ...findDrift(map, observation, aliases, parsePatterns(ignore)), leftOut: observation.leftOut }
}

/** The most similar names of unseen services, by the names of undeclared ones. */
export function similarNames({ undeclared, unseen }: Drift): Map<string, string> {
  const isShort = (name: string): boolean => name.length <= MAX_LENGTH
  const words = unseen.services.flatMap(({ id, label }) => [id, label ?? []].flat()).filter(isShort)
  const names = undeclared.services.map((it) => it.name).filter(isShort)
  const pairs = names.slice(0, MAX_SIMILAR).map((name) => [name, mostSimilar(name, words)] as const)
  return new Map(pairs.filter((it): it is [string, string] => it[1] !== undefined))
}
