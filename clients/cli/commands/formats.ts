import type { ExportFormat, ExportOptions } from '../../typescript/index.ts'
import type { Options } from '../command.ts'
import { UsageError } from '../failure.ts'

/** The files that a map can be downloaded as, with the options of each. */
const optionsOfFormat = {
  png: ['scale', 'width', 'max-width', 'theme', 'background', 'padding', 'no-icons', 'no-legend'],
  markdown: ['connections'],
  claude: ['compact', 'no-costs'],
  agents: ['compact', 'no-costs'],
  figma: [],
  notion: ['part', 'parent', 'data-source'],
} as const satisfies Record<ExportFormat, readonly string[]>

export const exportFormats = Object.keys(optionsOfFormat) as ExportFormat[]

/** The options of all formats. The service checks their values. */
export const formatOptions = {
  theme: { kind: 'choice', choices: ['light', 'dark'], summary: 'png: light where not given' },
  scale: { kind: 'number', value: 'N', summary: 'png: picture pixels per canvas pixel, 1 to 4' },
  width: { kind: 'number', value: 'PIXELS', summary: 'png: width of the picture, instead of a scale' },
  'max-width': { kind: 'number', value: 'PIXELS', summary: 'png: greatest width of the picture' },
  background: { kind: 'text', value: 'COLOUR', summary: 'png: a colour, or transparent' },
  padding: { kind: 'number', value: 'PIXELS', summary: 'png: space around the drawing' },
  'no-icons': { kind: 'flag', summary: 'png: cards without the marks of technologies' },
  'no-legend': { kind: 'flag', summary: 'png: no legend of the colours' },
  connections: { kind: 'flag', summary: 'markdown: a table of what connections say' },
  compact: { kind: 'flag', summary: 'claude, agents: fewer than 150 lines' },
  'no-costs': { kind: 'flag', summary: 'claude, agents: without costs' },
  part: { kind: 'number', value: 'N', summary: 'notion: which part of a large map' },
  parent: { kind: 'text', value: 'ID', summary: 'notion: page that the new page goes under' },
  'data-source': { kind: 'text', value: 'ID', summary: 'notion: data source that the new page goes into' },
} as const satisfies Options

type Given = Readonly<Record<string, unknown>>

/**
 * What the service takes for the options that the user gave.
 * @throws UsageError that names an option of another format
 */
export function readFormatOptions(format: ExportFormat, given: Given): ExportOptions[ExportFormat] {
  const names: readonly string[] = optionsOfFormat[format]
  const options: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(given)) {
    if (!(name in formatOptions)) continue
    if (!names.includes(name)) throw new UsageError(`--${name} is no option of ${format}.`)
    if (name.startsWith('no-')) options[name.slice('no-'.length)] = false
    else options[name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())] = value
  }
  return options
}

/** The same options as words of a command line. */
export function formatOptionWords(options: object): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    const long = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    if (value === true && long in formatOptions) return [`--${long}`]
    if (value === false && `no-${long}` in formatOptions) return [`--no-${long}`]
    if (typeof value === 'boolean') return []
    return [`--${long}`, String(value)]
  })
}
