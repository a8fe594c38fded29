import type { ExportFormat, ExportOptions } from '../../typescript/index.ts'
import type { Options } from '../command.ts'
import { UsageError } from '../failure.ts'

/** Command-line options of all export formats. The service validates their values. */
export const formatOptions = {
  theme: { kind: 'choice', choices: ['light', 'dark', 'auto'], summary: 'png, svg: default light; svg alone has auto' },
  scale: { kind: 'number', value: 'N', summary: 'png: picture pixels per canvas pixel, 1 to 4' },
  width: { kind: 'number', value: 'PIXELS', summary: 'png: width of the picture, instead of a scale' },
  height: { kind: 'number', value: 'PIXELS', summary: 'png: height of the picture, beside its width' },
  'max-width': { kind: 'number', value: 'PIXELS', summary: 'png: greatest width of the picture' },
  'max-height': { kind: 'number', value: 'PIXELS', summary: 'png: greatest height of the picture' },
  'max-bytes': { kind: 'number', value: 'BYTES', summary: 'png: greatest size of the file' },
  background: { kind: 'text', value: 'COLOUR', summary: 'png, svg: a colour, or transparent' },
  padding: { kind: 'number', value: 'PIXELS', summary: 'png, svg: space around the drawing' },
  chips: { kind: 'number', value: 'CALLERS', summary: 'png, svg: marks on cards for services with many callers' },
  costs: { kind: 'choice', choices: ['amounts', 'bars', 'none'], summary: 'png, svg: costs, default amounts' },
  groups: { kind: 'choice', choices: ['none', 'prefix', 'role'], summary: 'png, svg, figma: zones, default none' },
  labels: { kind: 'choice', choices: ['own', 'sans'], summary: 'png, svg: fonts of labels, default own' },
  'no-icons': { kind: 'flag', summary: 'png, svg: cards without the marks of technologies' },
  'no-legend': { kind: 'flag', summary: 'png, svg: no legend of the colours' },
  'no-title': { kind: 'flag', summary: 'png, svg: no name and figures above the drawing' },
  connections: { kind: 'flag', summary: 'markdown: a table of what connections say' },
  compact: { kind: 'flag', summary: 'claude, agents: fewer than 150 lines' },
  'no-costs': { kind: 'flag', summary: 'claude, agents: without costs' },
  'max-tokens': { kind: 'number', value: 'N', summary: 'claude, agents: as much as fits into so many tokens' },
  since: { kind: 'text', value: 'VERSION', summary: 'claude, agents: only what changed since then' },
  focus: { kind: 'text', value: 'IDS', summary: 'not notion: what is around these services, joined by commas' },
  depth: { kind: 'number', value: 'N', summary: 'not notion: steps from the focus, 1 to 5, default 1' },
  direction: { kind: 'choice', choices: ['both', 'up', 'down'], summary: 'not notion: from the focus, default both' },
  hide: { kind: 'text', value: 'IDS', summary: 'not notion: services to leave out, * for any letters' },
  collapse: { kind: 'text', value: 'PREFIXES', summary: 'not notion: services of a prefix as one' },
  part: { kind: 'number', value: 'N', summary: 'notion: which part of a large map' },
  parent: { kind: 'text', value: 'ID', summary: 'notion: page that the new page goes under' },
  'data-source': { kind: 'text', value: 'ID', summary: 'notion: data source that the new page goes into' },
} as const satisfies Options

type OptionNames = {
  [Format in ExportFormat]: Record<Exclude<keyof ExportOptions[Format], 'signal'>, keyof typeof formatOptions>
}

const viewOptions = {
  focus: 'focus',
  depth: 'depth',
  direction: 'direction',
  hide: 'hide',
  collapse: 'collapse',
} as const
const pictureOptions = {
  ...viewOptions,
  background: 'background',
  chips: 'chips',
  costs: 'costs',
  groups: 'groups',
  padding: 'padding',
  labels: 'labels',
  icons: 'no-icons',
  legend: 'no-legend',
  title: 'no-title',
} as const
const guideOptions = {
  compact: 'compact',
  costs: 'no-costs',
  maxTokens: 'max-tokens',
  since: 'since',
  ...viewOptions,
} as const

/** By export format, the name of each option in the API and its name on the command line. */
const namesOfFormat = {
  png: {
    theme: 'theme',
    scale: 'scale',
    width: 'width',
    height: 'height',
    maxWidth: 'max-width',
    maxHeight: 'max-height',
    maxBytes: 'max-bytes',
    ...pictureOptions,
  },
  svg: { theme: 'theme', ...pictureOptions },
  markdown: { connections: 'connections', ...viewOptions },
  claude: guideOptions,
  agents: guideOptions,
  figma: { groups: 'groups', ...viewOptions },
  notion: { part: 'part', parent: 'parent', dataSource: 'data-source' },
  view: viewOptions,
  mermaid: {},
  excalidraw: {},
} as const satisfies OptionNames

/** All export formats. */
export const exportFormats = Object.keys(namesOfFormat) as ExportFormat[]

function optionNamesOf(format: ExportFormat): [field: string, name: string][] {
  return Object.entries(namesOfFormat[format])
}

/** Whether an option is a `--no-…` flag, which turns off a default. */
function isNegative(name: string): boolean {
  return name.startsWith('no-')
}

/**
 * Converts command-line options to the options of an export.
 * @param given options of the command line; options that belong to no format are ignored
 * @throws UsageError for an option of another format
 */
export function readFormatOptions(
  format: ExportFormat,
  given: Readonly<Record<string, unknown>>,
): ExportOptions[ExportFormat] {
  const names = optionNamesOf(format)
  const formatEntries = Object.entries(given).filter(([name]) => name in formatOptions)
  const options = formatEntries.map(([name, value]) => {
    const [field] = names.find(([, it]) => it === name) ?? []
    if (field === undefined) throw new UsageError(`--${name} is no option of ${format}.`)
    return [field, isNegative(name) ? false : value]
  })
  return Object.fromEntries(options) as ExportOptions[ExportFormat]
}

/** Converts the options of an export to words of a command line, as in `--theme` and `dark`. */
export function formatOptionWords(format: ExportFormat, options: object): string[] {
  return optionNamesOf(format).flatMap(([field, name]) => {
    const value = (options as Record<string, string | number | boolean | undefined>)[field]
    if (typeof value === 'boolean') return value === isNegative(name) ? [] : [`--${name}`]
    return value === undefined ? [] : [`--${name}`, String(value)]
  })
}
