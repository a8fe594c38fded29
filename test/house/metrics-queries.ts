import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import type { Figure } from './metrics-figures.ts'

/** A query of the dashboard or of an alert. */
export interface Query {
  /** Its panel or alert. */
  of: string
  text: string
}

/** An alerting rule of Prometheus. */
export interface Alert {
  alert: string
  expr: string
  annotations: { summary: string; runbook_url: string }
  labels: { severity: string }
}

/** A recording rule of Prometheus: the result of its query becomes a figure. */
interface Recording {
  record: string
  expr: string
}

interface Panel {
  title: string
  targets?: { expr: string }[]
}

/** Labels that Prometheus adds to all figures of a scraped job. */
const SCRAPE_LABELS = ['job', 'instance']

/** Reads a file of the repository. */
export function readText(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
}

/** Reads all alerting rules. */
export function readAlerts(): Alert[] {
  return readRules().filter((it) => 'alert' in it)
}

function readRecordings(): Recording[] {
  return readRules().filter((it) => 'record' in it)
}

function readRules(): (Alert | Recording)[] {
  const { groups } = parse(readText('infra/prometheus/alerts.yml')) as { groups: { rules: (Alert | Recording)[] }[] }
  return groups.flatMap((it) => it.rules)
}

/** Reads the queries of all rules and dashboard panels. */
export function readQueries(): Query[] {
  const { panels } = JSON.parse(readText('infra/grafana/dashboards/maps.json')) as { panels: Panel[] }
  return [
    ...readAlerts().map((it) => ({ of: `alert ${it.alert}`, text: it.expr })),
    ...readRecordings().map((it) => ({ of: `record ${it.record}`, text: it.expr })),
    ...panels.flatMap((panel) => (panel.targets ?? []).map((it) => ({ of: `panel ${panel.title}`, text: it.expr }))),
  ]
}

/** Figures of the kubelet and of node_exporter, where they run. */
const ofMachines: readonly Figure[] = [
  ...['available', 'capacity'].flatMap((it) =>
    ['maps', 'other'].map((namespace) => ({
      name: `kubelet_volume_stats_${it}_bytes`,
      labels: { namespace, persistentvolumeclaim: 'data-postgres-0' },
      value: 1,
    })),
  ),
  ...['avail', 'size'].map((it) => ({
    name: `node_filesystem_${it}_bytes`,
    labels: { mountpoint: '/var/lib/postgresql' },
    value: 1,
  })),
]

/** Adds to the figures of each job the labels and figures that Prometheus adds, those of recording rules and those of machines. */
export function asScraped(jobs: Readonly<Record<string, readonly Figure[]>>): Figure[] {
  const scraped = Object.entries(jobs).flatMap(([job, figures]) =>
    [...figures, { name: 'up', labels: {}, value: 1 }].map((it) => ({
      ...it,
      labels: { ...it.labels, job, instance: job },
    })),
  )
  const recorded = readRecordings().flatMap(({ record, expr }) =>
    scraped.filter((it) => expr.includes(`${it.name}{`)).map((it) => ({ ...it, name: record })),
  )
  return [...scraped, ...recorded, ...ofMachines]
}

/** Finds names, labels and values in a query that match none of the figures. */
export function findQueryErrors({ of, text }: Query, figures: readonly Figure[]): string[] {
  const query = text.replaceAll('$__rate_interval', '5m')
  const errors: string[] = []
  const groups: { end: number; by: string[] }[] = []
  let selected: Figure[] = []
  parser.parse(query).iterate({
    enter({ name, type, from, to, node }) {
      const words = query.slice(from, to)
      if (type.isError) errors.push(`no PromQL at ${from}`)
      if (name === 'AggregateExpr') {
        const labels = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
        groups.push({ end: to, by: labels.map((it) => query.slice(it.from, it.to)) })
      }
      if (name === 'Identifier') {
        selected = figures.filter((it) => it.name === words)
        if (selected.length === 0) return void errors.push(`no figure ${words}`)
        const grouped = groups.filter((it) => it.end > from).flatMap((it) => it.by)
        for (const label of grouped) if (!has(selected, label)) errors.push(`${words} has no label ${label}`)
      }
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(words) ?? []
        if (!selected.some((it) => label in it.labels && matches(operator, value, it.labels[label]!))) {
          errors.push(`nothing has ${words}`)
        }
      }
    },
  })
  return errors.map((it) => `${of}: ${it}`)
}

function has(figures: readonly Figure[], label: string): boolean {
  return SCRAPE_LABELS.includes(label) || figures.some((it) => label in it.labels)
}

/** Whether a matcher names an actual value. A negated matcher must name one too, or else it excludes nothing. */
function matches(operator: string, value: string, actual: string): boolean {
  return operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(actual) : value === actual
}
