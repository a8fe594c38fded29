/** One sample of a `/metrics` response. */
export interface Figure {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** Metadata of a metric. */
export interface Metric {
  name: string
  type: string
  help: string
}

/** Parses the samples in Prometheus' text format. @throws Error for an invalid line */
export function readFigures(text: string): Figure[] {
  const lines = text.split('\n').filter((it) => it !== '' && !it.startsWith('#'))
  return lines.map((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`not a figure: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map((it) => [it[1]!, it[2]!] as const)
    return { name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Infinity : Number(value) }
  })
}

/** Parses the metadata in Prometheus' text format. */
export function readMetrics(text: string): Metric[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].map((it) => ({
    name: it[1]!,
    help: it[2]!,
    type: it[3]!,
  }))
}

/** Sums the samples of a metric that have all of these labels. */
export function sumOf(figures: readonly Figure[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  const isMatch = (it: Figure): boolean =>
    it.name === name && Object.entries(labels).every(([key, value]) => it.labels[key] === value)
  return figures.filter(isMatch).reduce((sum, it) => sum + it.value, 0)
}
