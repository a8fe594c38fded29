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
  focus: {
    kind: 'text',
    value: 'IDS',
    isList: true,
    summary: 'part of a map: what is around these services, joined by commas',
  },
  depth: { kind: 'number', value: 'N', summary: 'part of a map: steps from the focus, 1 to 5, default 1' },
  direction: {
    kind: 'choice',
    choices: ['both', 'up', 'down'],
    summary: 'part of a map: from the focus, default both',
  },
  hide: {
    kind: 'text',
    value: 'IDS',
    isList: true,
    summary: 'part of a map: services to leave out, * for any letters',
  },
  collapse: { kind: 'text', value: 'PREFIXES', isList: true, summary: 'part of a map: services of a prefix as one' },
  part: { kind: 'number', value: 'N', summary: 'notion: which part of a large map' },
  parent: { kind: 'text', value: 'ID', summary: 'notion: page that the new page goes under' },
  'data-source': { kind: 'text', value: 'ID', summary: 'notion: data source that the new page goes into' },
} as const satisfies Options

type OptionName = keyof typeof formatOptions

const viewOptions: readonly OptionName[] = ['focus', 'depth', 'direction', 'hide', 'collapse']
const drawingOptions = ['background', 'chips', 'costs', 'groups', 'padding', 'labels'] as const
const pictureOptions = [...drawingOptions, 'no-icons', 'no-legend', 'no-title', ...viewOptions] as const
const sizeOptions = ['scale', 'width', 'height', 'max-width', 'max-height', 'max-bytes'] as const
const guideOptions: readonly OptionName[] = ['compact', 'no-costs', 'max-tokens', 'since', ...viewOptions]

/** The options of each export format. Their names in the API are these in camel case, without `no-`. */
const optionsOfFormat: Record<ExportFormat, readonly OptionName[]> = {
  png: ['theme', ...sizeOptions, ...pictureOptions],
  svg: ['theme', ...pictureOptions],
  markdown: ['connections', ...viewOptions],
  claude: guideOptions,
  agents: guideOptions,
  figma: ['groups', ...viewOptions],
  notion: ['part', 'parent', 'data-source'],
  view: viewOptions,
  mermaid: [],
  excalidraw: [],
}

/** All export formats. */
export const exportFormats = Object.keys(optionsOfFormat) as ExportFormat[]

/** The name of an option in the API. */
function fieldOf(name: string): string {
  return name.replace(/^no-/, '').replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
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
  const names: readonly string[] = optionsOfFormat[format]
  const formatEntries = Object.entries(given).filter(([name]) => name in formatOptions)
  const options = formatEntries.map(([name, value]) => {
    if (!names.includes(name)) throw new UsageError(`--${name} is no option of ${format}.`)
    return [fieldOf(name), isNegative(name) ? false : value]
  })
  return Object.fromEntries(options) as ExportOptions[ExportFormat]
}

/** Converts the options of an export to words of a command line, as in `--theme` and `dark`. */
export function formatOptionWords(format: ExportFormat, options: object): string[] {
  return optionsOfFormat[format].flatMap((name) => {
    const value = (options as Record<string, string | number | boolean | undefined>)[fieldOf(name)]
    if (typeof value === 'boolean') return value === isNegative(name) ? [] : [`--${name}`]
    return value === undefined ? [] : [`--${name}`, String(value)]
  })
}
