/** One line of what `/metrics` answers. */
export interface Figure {
  name: string
  labels: Readonly<Record<string, string>>
  value: number
}

/** What is said of a metric as a whole. */
export interface Metric {
  name: string
  type: string
  help: string
}

/** Reads the text format of Prometheus. @throws Error for a line that is not of it */
export function readFigures(text: string): Figure[] {
  const lines = text.split('\n').filter((it) => it !== '' && !it.startsWith('#'))
  return lines.map((line) => {
    const [, name, labels = '', value] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) throw new Error(`not a figure: ${line}`)
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map((it) => [it[1]!, it[2]!] as const)
    return { name, labels: Object.fromEntries(pairs), value: value === '+Inf' ? Infinity : Number(value) }
  })
}

export function readMetrics(text: string): Metric[] {
  return [...text.matchAll(/^# HELP (\S+) (.*)\n# TYPE \S+ (\w+)$/gm)].map((it) => ({
    name: it[1]!,
    help: it[2]!,
    type: it[3]!,
  }))
}

/** The sum of all figures of that name that have these labels, among others. */
export function sumOf(figures: readonly Figure[], name: string, labels: Readonly<Record<string, string>> = {}): number {
  const fits = (it: Figure): boolean =>
    it.name === name && Object.entries(labels).every(([key, value]) => it.labels[key] === value)
  return figures.filter(fits).reduce((sum, it) => sum + it.value, 0)
}
