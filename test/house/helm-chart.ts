import { readdirSync, readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { parseTemplates } from './helm-template.ts'

const chart = new URL('../../infra/helm/maps-service/', import.meta.url)

/** Values, as in `values.yaml`. */
export interface Values {
  [name: string]: unknown
}

/** An object of Kubernetes, as it would be sent to it. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations?: Record<string, string> }
  [field: string]: unknown
}

/** The least that an installation has to say. */
export const leastValues: Values = {
  images: { repository: 'registry.example.com/maps' },
  secret: 'maps',
  gateway: { settings: { PUBLIC_URL: 'https://maps.example.com' } },
}

/** The chart's own values, with `given` in their place where it has others. */
export function readValues(...given: Values[]): Values {
  return [parse(readChartFile('values.yaml')) as Values, ...given].reduce(merge)
}

/** The objects that the chart makes of `given` values, as release `maps` in the namespace `maps`. */
export function renderChart(...given: Values[]): Manifest[] {
  const { name, version, appVersion } = parse(readChartFile('Chart.yaml')) as Record<string, string>
  const names = readdirSync(new URL('templates/', chart))
  const templates = parseTemplates(Object.fromEntries(names.map((it) => [it, readChartFile(`templates/${it}`)])))
  const context = {
    Values: readValues(...given),
    Release: { Name: 'maps', Namespace: 'maps', Service: 'Helm' },
    Chart: { Name: name, Version: version, AppVersion: appVersion },
    Files: { Get: readChartFile },
  }
  return names
    .filter((it) => !it.startsWith('_'))
    .flatMap((it) => parseAllDocuments(templates.render(it, context)))
    .map((it) => (it.errors[0] ? fail(it.errors[0]) : (it.toJS() as Manifest | null)))
    .filter((it) => it !== null)
}

export function readChartFile(path: string): string {
  return readFileSync(new URL(path, chart), 'utf8')
}

/** Objects are merged; lists and everything else are replaced, and `null` takes away. */
function merge(standard: Values, given: Values): Values {
  const merged: Values = { ...standard }
  for (const [name, value] of Object.entries(given)) {
    const before = merged[name]
    if (value === null) delete merged[name]
    else merged[name] = isObject(before) && isObject(value) ? merge(before, value) : value
  }
  return merged
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function fail(error: Error): never {
  throw error
}
