import type { ExportFormat, ExportOptions } from '../../typescript/index.ts'
import type { Options } from '../command.ts'
import { UsageError } from '../failure.ts'

/** The options of all formats. The service checks their values. */
export const formatOptions = {
  theme: { kind: 'choice', choices: ['light', 'dark'], summary: 'png: light where not given' },
  scale: { kind: 'number', value: 'N', summary: 'png: picture pixels per canvas pixel, 1 to 4' },
  width: { kind: 'number', value: 'PIXELS', summary: 'png: width of the picture, instead of a scale' },
  height: { kind: 'number', value: 'PIXELS', summary: 'png: height of the picture, beside its width' },
  'max-width': { kind: 'number', value: 'PIXELS', summary: 'png: greatest width of the picture' },
  'max-height': { kind: 'number', value: 'PIXELS', summary: 'png: greatest height of the picture' },
  'max-bytes': { kind: 'number', value: 'BYTES', summary: 'png: greatest size of the file' },
  background: { kind: 'text', value: 'COLOUR', summary: 'png: a colour, or transparent' },
  padding: { kind: 'number', value: 'PIXELS', summary: 'png: space around the drawing' },
  labels: { kind: 'choice', choices: ['own', 'sans'], summary: 'png: fonts of labels, own where not given' },
  'no-icons': { kind: 'flag', summary: 'png: cards without the marks of technologies' },
  'no-legend': { kind: 'flag', summary: 'png: no legend of the colours' },
  'no-title': { kind: 'flag', summary: 'png: no name and figures above the drawing' },
  connections: { kind: 'flag', summary: 'markdown: a table of what connections say' },
  compact: { kind: 'flag', summary: 'claude, agents: fewer than 150 lines' },
  'no-costs': { kind: 'flag', summary: 'claude, agents: without costs' },
  part: { kind: 'number', value: 'N', summary: 'notion: which part of a large map' },
  parent: { kind: 'text', value: 'ID', summary: 'notion: page that the new page goes under' },
  'data-source': { kind: 'text', value: 'ID', summary: 'notion: data source that the new page goes into' },
} as const satisfies Options

type OptionNames = {
  [Format in ExportFormat]: Record<Exclude<keyof ExportOptions[Format], 'signal'>, keyof typeof formatOptions>
}

const guideOptions = { compact: 'compact', costs: 'no-costs' } as const

/** The files that a map can be downloaded as: what the service calls their options, and what the command line does. */
const namesOfFormat = {
  png: {
    theme: 'theme',
    scale: 'scale',
    width: 'width',
    height: 'height',
    maxWidth: 'max-width',
    maxHeight: 'max-height',
    maxBytes: 'max-bytes',
    background: 'background',
    padding: 'padding',
    labels: 'labels',
    icons: 'no-icons',
    legend: 'no-legend',
    title: 'no-title',
  },
  markdown: { connections: 'connections' },
  claude: guideOptions,
  agents: guideOptions,
  figma: {},
  notion: { part: 'part', parent: 'parent', dataSource: 'data-source' },
} as const satisfies OptionNames

/** The formats that a map can be downloaded as. */
export const exportFormats = Object.keys(namesOfFormat) as ExportFormat[]

function namesOf(format: ExportFormat): [field: string, name: string][] {
  return Object.entries(namesOfFormat[format])
}

/** Whether an option switches off what is on where it is not given. */
function isNegative(name: string): boolean {
  return name.startsWith('no-')
}

/**
 * What the service takes for the options that the user gave.
 * @param given those of other kinds may be among them
 * @throws UsageError that names an option of another format
 */
export function readFormatOptions(
  format: ExportFormat,
  given: Readonly<Record<string, unknown>>,
): ExportOptions[ExportFormat] {
  const names = namesOf(format)
  const ofFormats = Object.entries(given).filter(([name]) => name in formatOptions)
  const options = ofFormats.map(([name, value]) => {
    const [field] = names.find(([, it]) => it === name) ?? []
    if (field === undefined) throw new UsageError(`--${name} is no option of ${format}.`)
    return [field, isNegative(name) ? false : value]
  })
  return Object.fromEntries(options) as ExportOptions[ExportFormat]
}

/** The same options as words of a command line. */
export function formatOptionWords(format: ExportFormat, options: object): string[] {
  return namesOf(format).flatMap(([field, name]) => {
    const value = (options as Record<string, string | number | boolean | undefined>)[field]
    if (typeof value === 'boolean') return value === isNegative(name) ? [] : [`--${name}`]
    return value === undefined ? [] : [`--${name}`, String(value)]
  })
}
