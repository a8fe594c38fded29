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

/** The name of a label as Prometheus 2 has it: since Prometheus 3, the dots of OpenTelemetry's attributes may stay. */
export function labelName(name: string): string {
  return name.replaceAll('.', '_')
}

/** Parses conditions, as in "env=prod,cluster=eu-*". @throws UsageError that names the option */
export function parseLabelFilters(list: string | undefined): LabelFilter[] {
  return (list?.split(',') ?? []).map((condition) => {
    const [, name, pattern] = /^\s*([\w.]+)=(.+)$/.exec(condition) ?? []
    if (name === undefined) throw new UsageError('--label must be conditions such as env=prod.')
    return { name: labelName(name), matches: parsePatterns(pattern!) }
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
  // Items whose value is not known meet a misspelt filter, too: one whose value is known has to meet it, if there is any.
  const decided = filters.filter((filter) => !items.every(({ labels }) => isUnknown(labels, filter)))
  if (filters.length > 0 && !selected.some(({ labels }) => decided.every((it) => !isUnknown(labels, it))))
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

/** Whether an item has a label, of which its value is not known. */
function isUnknown(labels: Labels, { name }: LabelFilter): boolean {
  return labels.has(name) && labels.get(name) === undefined
}

function meets(labels: Labels, { name, matches }: LabelFilter): boolean {
  const found = [name, `client_${name}`, `server_${name}`].filter((it) => labels.has(it))
  const isMet = (value: string | undefined): boolean => value === undefined || matches(value)
  return found.length > 0 ? found.every((it) => isMet(labels.get(it))) : matches('')
}
