import { Failure, UsageError } from '../failure.ts'
import { type Matcher, parsePatterns } from './patterns.ts'

/** Labels of a time series or a manifest. An undefined one may have any value. */
export type Labels = ReadonlyMap<string, string | undefined>

/** A condition on a label. */
export interface LabelFilter {
  name: string
  matches: Matcher
}

/** Matches labels that tell environments apart. The service graph puts the side of a connection before a span's attribute. */
const ENVIRONMENT = /^(?:client_|server_)?(deployment_environment(?:_name)?|environment|env|k8s_cluster_name|cluster)$/

/** Parses conditions, as in "env=prod,cluster=eu-*". @throws UsageError that names the option */
export function parseLabelFilters(list: string | undefined): LabelFilter[] {
  return (list?.split(',') ?? []).map((condition) => {
    const [, name, pattern] = /^\s*(\w+)=(.+)$/.exec(condition) ?? []
    if (name === undefined) throw new UsageError('--label must be conditions such as env=prod.')
    return { name, matches: parsePatterns(pattern!) }
  })
}

/**
 * Selects the items that meet all conditions. A condition holds on both sides of a connection; an item without the label has an empty one.
 * @throws Failure if there is none, or the items are of several environments
 */
export function selectByLabels<Item extends { labels: Labels }>(
  source: string,
  items: readonly Item[],
  filters: readonly LabelFilter[],
): Item[] {
  const selected = items.filter(({ labels }) => filters.every((it) => meets(labels, it)))
  if (filters.length > 0 && !selected.some((it) => isNamed(it, items, filters)))
    throw new Failure(`${source} has nothing with this --label.`)
  const environments = new Map<string, Set<string>>()
  for (const [label, value] of selected.flatMap(({ labels }) => [...labels])) {
    const name = ENVIRONMENT.exec(label)?.[1]
    if (name === undefined || !value || filters.some((it) => it.name === name)) continue
    environments.set(name, (environments.get(name) ?? new Set()).add(value))
  }
  for (const [name, values] of environments) refuseSeveral(source, name, [...values])
  return selected
}

/** Refuses several values of a label that one environment has only once. @throws Failure that names them */
export function refuseSeveral(source: string, label: string, values: readonly string[]): void {
  if (values.length < 2) return
  const list = `${values.slice(0, 5).join(', ')}${values.length > 5 ? ', …' : ''}`
  throw new Failure(
    `${source} is of several environments: ${label} is ${list}. Choose, as in --label ${label}=${values[0]!}; * is all of them.`,
  )
}

/** Whether an item has a value for each label of the filters that any item has a value for: else a value that is misspelt would be found. */
function isNamed<Item extends { labels: Labels }>(
  { labels }: Item,
  items: readonly Item[],
  filters: readonly LabelFilter[],
): boolean {
  const isUnknown = ({ name }: LabelFilter, of: Labels): boolean => of.has(name) && of.get(name) === undefined
  return filters.every((it) => !isUnknown(it, labels) || items.every((item) => isUnknown(it, item.labels)))
}

function meets(labels: Labels, { name, matches }: LabelFilter): boolean {
  const found = [name, `client_${name}`, `server_${name}`].filter((it) => labels.has(it))
  return found.length > 0 ? found.every((it) => matchesAny(labels.get(it), matches)) : matches('')
}

function matchesAny(value: string | undefined, matches: Matcher): boolean {
  return value === undefined || matches(value)
}
