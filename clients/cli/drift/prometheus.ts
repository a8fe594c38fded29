import { Failure } from '../failure.ts'
import { LeftOutList, phrasesOf } from '../import/left-out.ts'
import { isRecord } from '../map-file.ts'
import { labelName } from './labels.ts'
import type { Series } from './service-graph.ts'

/** Maximum length of a line of the text format, in characters. */
const MAX_LINE = 20_000
/** Matches the name of a counter of requests at the beginning of a line. Prometheus 3 may write it, and names of labels, as texts in the braces. */
const COUNTER = /^[ \t]*(?:\{[ \t]*")?[\w.:-]*traces_service_graph_request(?:_total)?(?![\w.:-])(?:"[ \t]*,?|[ \t]*\{)?/
/** Matches the labels after that, and the value. */
const REST = /^\s*((?:(?:\w+|"(?:[^"\\]|\\.)*")\s*=\s*"(?:[^"\\]|\\.)*"\s*(?:,\s*)?)*)\}\s*(\S+)/
const LABEL = /(?:(\w+)|"((?:[^"\\]|\\.)*)")\s*=\s*"((?:[^"\\]|\\.)*)"/g

/** Whether a value is an answer of Prometheus' query API: https://prometheus.io/docs/prometheus/latest/querying/api/ */
export function isQueryAnswer(value: unknown): boolean {
  return isRecord(value) && (value['status'] === 'error' || (isRecord(value['data']) && 'resultType' in value['data']))
}

/** Reads the series of a query's answer: of a moment or of a range. @throws Failure that names the field */
export function readQueryAnswer(source: string, answer: unknown): Series[] {
  const { data, error } = answer as { data?: Record<string, unknown>; error?: unknown }
  if (!isRecord(data)) throw new Failure(`${source} is an error of Prometheus: ${textOf(error)}`)
  const { resultType, result } = data
  if ((resultType !== 'vector' && resultType !== 'matrix') || !Array.isArray(result)) {
    throw new Failure(`${source}: data.resultType must be vector or matrix.`)
  }
  return result.map((series: unknown, index) => {
    const place = `data.result[${index}]`
    const { metric, value, values } = isRecord(series) ? series : {}
    const samples: unknown = resultType === 'vector' ? [value] : values
    if (!isRecord(metric) || !Array.isArray(samples)) {
      throw new Failure(`${source}: ${place} must have a metric and ${resultType === 'vector' ? 'a value' : 'values'}.`)
    }
    const labels = new Map(Object.entries(metric).map(([name, it]) => [labelName(name), textOf(it)] as const))
    return { labels, value: largest(samples), place }
  })
}

/** What Prometheus warns of, as phrases of what is left out: a store that is down, for example, makes an answer that lacks its series. */
export function warningsOf(answer: unknown): string[] {
  const { warnings } = answer as { warnings?: unknown }
  const leftOut = new LeftOutList()
  if (Array.isArray(warnings)) for (const it of warnings) leftOut.add('warnings', textOf(it))
  return phrasesOf(leftOut.toList())
}

/** Whether a text has requests of a service graph in Prometheus' text format. */
export function isExposition(text: string): boolean {
  return text.split('\n').some((it) => COUNTER.test(it))
}

/** Reads the requests of a service graph in Prometheus' text format. @throws Failure that names the line */
export function readExposition(source: string, text: string): Series[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.length > MAX_LINE) throw new Failure(`${source}: line ${index + 1} is too long.`)
    const [start] = COUNTER.exec(line) ?? []
    if (start === undefined) return []
    const place = `line ${index + 1}`
    const [, labels, text] = REST.exec(line.slice(start.length)) ?? []
    const value = Number(text)
    if (labels === undefined || (Number.isNaN(value) && text !== 'NaN')) {
      throw new Failure(`${source}: ${place} has no labels or no number that can be read.`)
    }
    const pairs = Array.from(labels.matchAll(LABEL), ([, bare, quoted = '', text = '']) => {
      return [labelName(bare ?? unescape(quoted)), unescape(text)] as const
    })
    return [{ labels: new Map(pairs), value, place }]
  })
}

/** The largest of samples, each a time and a number as text; 0 for none. */
function largest(samples: readonly unknown[]): number {
  return samples.reduce<number>((max, it) => Math.max(max, Array.isArray(it) ? Number(textOf(it[1])) || 0 : 0), 0)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function unescape(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, it: string) => (it === 'n' ? '\n' : it))
}
