import { readFileSync } from 'node:fs'
import { parser } from '@prometheus-io/lezer-promql'
import { parse } from 'yaml'
import type { Figure } from './metrics-figures.ts'

/** A query of the dashboard or of an alert. */
export interface Query {
  /** Where it stands. */
  of: string
  text: string
}

export interface Alert {
  alert: string
  expr: string
  annotations: { summary: string; runbook_url: string }
  labels: { severity: string }
}

interface Panel {
  title: string
  targets?: { expr: string }[]
}

/** What Prometheus adds to every figure, by the name of the job it asked. */
const OWN_LABELS = ['job', 'instance']

export function readText(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
}

export function readAlerts(): Alert[] {
  const { groups } = parse(readText('infra/prometheus/alerts.yml')) as { groups: { rules: Alert[] }[] }
  return groups.flatMap((it) => it.rules)
}

export function readQueries(): Query[] {
  const { panels } = JSON.parse(readText('infra/grafana/dashboards/maps.json')) as { panels: Panel[] }
  return [
    ...readAlerts().map((it) => ({ of: `alert ${it.alert}`, text: it.expr })),
    ...panels.flatMap((panel) => (panel.targets ?? []).map((it) => ({ of: `panel ${panel.title}`, text: it.expr }))),
  ]
}

/** The figures, with what Prometheus makes of them by asking for them. */
export function asScraped(jobs: Readonly<Record<string, readonly Figure[]>>): Figure[] {
  return Object.entries(jobs).flatMap(([job, figures]) =>
    [...figures, { name: 'up', labels: {}, value: 1 }].map((it) => ({
      ...it,
      labels: { ...it.labels, job, instance: job },
    })),
  )
}

/** What of a query would find nothing among the figures: names, labels to choose by, labels to group by, values. */
export function faultsOf({ of, text }: Query, figures: readonly Figure[]): string[] {
  const query = text.replaceAll('$__rate_interval', '5m')
  const faults: string[] = []
  const groups: { end: number; by: string[] }[] = []
  let selected: Figure[] = []
  parser.parse(query).iterate({
    enter({ name, type, from, to, node }) {
      const words = query.slice(from, to)
      if (type.isError) faults.push(`no PromQL at ${from}`)
      if (name === 'AggregateExpr') {
        const labels = node.getChild('AggregateModifier')?.getChild('GroupingLabels')?.getChildren('LabelName') ?? []
        groups.push({ end: to, by: labels.map((it) => query.slice(it.from, it.to)) })
      }
      if (name === 'Identifier') {
        selected = figures.filter((it) => it.name === words)
        if (selected.length === 0) return void faults.push(`no figure ${words}`)
        const grouped = groups.filter((it) => it.end > from).flatMap((it) => it.by)
        for (const label of grouped) if (!has(selected, label)) faults.push(`${words} has no label ${label}`)
      }
      if (name === 'UnquotedLabelMatcher') {
        const [, label = '', operator = '', value = ''] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(words) ?? []
        if (!selected.some((it) => label in it.labels && chooses(operator, value, it.labels[label]!))) {
          faults.push(`nothing has ${words}`)
        }
      }
    },
  })
  return faults.map((it) => `${of}: ${it}`)
}

function has(figures: readonly Figure[], label: string): boolean {
  return OWN_LABELS.includes(label) || figures.some((it) => label in it.labels)
}

/** Also what is left out must be there, or nothing is left out. */
function chooses(operator: string, value: string, actual: string): boolean {
  return operator.endsWith('~') ? new RegExp(`^(?:${value})$`).test(actual) : value === actual
}
