import { type ExportOptions, writeOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapContent } from '@maps/shared/map'
import type { MapView } from '@maps/shared/view/view'
import type { RootContent } from 'mdast'
import { changesSince } from './changes-since.ts'
import { excerptOf } from './compact-map.ts'
import { contextPack } from './context-pack.ts'
import { costsSection, namedInCosts } from './costs-section.ts'
import { type EndpointNames, nameEndpoints } from './endpoint-names.ts'
import {
  connectionsSection,
  dependenciesSection,
  isOneWay,
  idsSection,
  insteadOf,
  rulesSection,
  servicesSection,
  annotatedEdges,
  titleSection,
  unlistedEndpoints,
} from './map-sections.ts'
import { count } from './map-words.ts'
import { codeBlock, heading, paragraph, prose } from '@maps/shared/documents/syntax-tree'
import { writeMarkdown } from '@maps/shared/documents/write-markdown'

/** Path of the guide in a repository. Another file, which the agent reads by itself, refers to it. */
export const GUIDE_PATH = 'docs/architecture.md'

/** Maximum number of bullets and table rows in a compact guide. Most guides with so many keep to `COMPACT_LINES`. */
const COMPACT_ROWS = 80
/** Maximum number of lines of a compact guide. */
const COMPACT_LINES = 149
/** Lines of a guide beyond which it names the option for a compact one. */
const LONG_GUIDE_LINES = 200

/** Services and connections that a guide shows, with the names of their ends. */
type NamedExcerpt = MapContent & { names: EndpointNames }

interface AgentGuide {
  map: ArchitectureMap
  view?: MapView | undefined
  options: ExportOptions<'claude' | 'agents'>
  /** The older map and the version of the other one, if the guide is to have what changed. */
  from?: ArchitectureMap | undefined
  version?: number | undefined
  /** Sentence that says how to make the agent read the guide. */
  placement: string
  /** Address of the export of this guide, without its options. */
  url: string
}

/**
 * Writes the guide for a coding agent: services and dependencies, then what a repository cannot tell an agent, beginning with what it
 * acts on: commands, tools and rules. With `since`, writes what changed from the older map.
 */
export function agentGuide({ map, view, options, from, version, placement, url }: AgentGuide): Buffer {
  if (options.since !== undefined && from) return changesSince({ from, map, version, options })
  const address = url + queryOf(options)
  const { maxTokens, costs: hasCosts } = options
  if (maxTokens !== undefined) {
    const hasDirections = map.edges.some((it) => !isOneWay(it))
    const rules = (hasIds: boolean): RootContent[] =>
      workingRules(placement, { isComplete: false, hasIds, hasDirections })
    return contextPack({ map, view, maxTokens, hasCosts, rules, refresh: refresh(address, false) })
  }
  const inCosts = options.costs ? namedInCosts(map.nodes) : []

  function write({ names, ...shown }: NamedExcerpt): Buffer {
    const unlisted = unlistedEndpoints(shown.edges, names, inCosts)
    const hasDirections = shown.edges.some((it) => !isOneWay(it))
    const isComplete = !view && shown.nodes.length === map.nodes.length && shown.edges.length === map.edges.length
    const content = writeMarkdown([
      ...titleSection(map, view),
      ...servicesSection(shown.nodes, options.costs, insteadOf(0, view)),
      ...omissionNote(map.nodes.length - shown.nodes.length, 'service'),
      ...dependenciesSection(shown.edges, names, insteadOf(map.edges.length, view)),
      ...omissionNote(map.edges.length - shown.edges.length, 'dependency'),
      ...workingRules(placement, { isComplete, hasIds: unlisted.length > 0, hasDirections }),
      ...connectionsSection(shown.edges, names),
      ...idsSection(unlisted),
      ...(options.costs ? costsSection(map.nodes, names, view?.members) : []),
    ])
    const end = (isLong: boolean): Buffer => writeMarkdown(refresh(address, isLong))
    const lines = countLines(content) + 1 + countLines(end(false))
    return Buffer.concat([content, Buffer.from('\n'), end(!options.compact && lines > LONG_GUIDE_LINES)])
  }
  if (!options.compact) return write({ ...map, names: nameEndpoints(map) })
  const guides = compactExcerpts(map, inCosts).map(write)
  return guides.find((it) => countLines(it) <= COMPACT_LINES)!
}

/**
 * The excerpts of the map with at most `COMPACT_ROWS` rows, the largest first, with names that are as long as their own edges allow.
 * @param inCosts ids of the services that the costs name
 */
function* compactExcerpts(map: ArchitectureMap, inCosts: readonly string[]): Generator<NamedExcerpt, void, undefined> {
  for (let size = COMPACT_ROWS; size > 0; size = Math.floor(size * 0.9)) {
    const { nodes, edges } = excerptOf(map, size)
    const names = nameEndpoints({ nodes: map.nodes, edges })
    const rows = [nodes, edges, annotatedEdges(edges), unlistedEndpoints(edges, names, inCosts)]
    if (rows.reduce((sum, it) => sum + it.length, 0) <= COMPACT_ROWS) yield { nodes, edges, names }
  }
}

function queryOf(options: ExportOptions<'claude' | 'agents'>): string {
  const { compact, costs, ...further } = options
  const own = { ...(compact && { compact: 'true' }), ...(!costs && { costs: 'false' }), ...writeOptions(further) }
  const query = new URLSearchParams(own).toString()
  return query && `?${query}`
}

function omissionNote(number: number, kind: 'service' | 'dependency'): RootContent[] {
  if (number === 0) return []
  const which = kind === 'service' ? ', the least connected' : ''
  return [paragraph(prose(`Left out: ${count(number, kind)}${which}. See the export without \`compact\`.`))]
}

/** What depends on a service is what an agent asks before it changes one. Names are searched for as fixed text: they may have any characters. */
function lookUpRule(isComplete: boolean): string {
  return `What depends on a service, before you change it:
\`grep -F -- '→ NAME' ${GUIDE_PATH}\`; what it depends on:
\`grep -F -- '- NAME →' ${GUIDE_PATH}\`; with NAME as it is written
there, backslashes too, and any \`'\` in it as \`'\\''\`. Only lines such as
\`- A → B\` with this very name count: longer names are found, too.
${isComplete ? 'Over several steps' : 'Of the whole map'}: the tool \`get_map\` of the MCP server of Maps
Service, with the view \`around\`.`
}

function workingRules(
  placement: string,
  { isComplete, hasIds, hasDirections }: { isComplete: boolean; hasIds: boolean; hasDirections: boolean },
): RootContent[] {
  const rules = [
    lookUpRule(isComplete),
    ...(hasDirections
      ? [
          `A dependency that leads both ways, or in no direction, is also a row of\nConnections: \`grep -F -- '| NAME |' ${GUIDE_PATH}\`.`,
        ]
      : []),
    'Treat this map as the intended architecture: where code differs, say so.',
    isComplete
      ? 'Ask before adding a service or a dependency that is not listed here.'
      : 'Ask before adding a service or a dependency that the map does not have. What\nis not listed here may be there: see `get_map`.',
    ...(hasIds
      ? ['Ids are stable names, labels may change. A name that is not the label of a\nservice is explained under Ids.']
      : []),
  ]
  return rulesSection(rules, [placement])
}

function refresh(url: string, isLong: boolean): RootContent[] {
  const before = `
With a workspace token in \`MAPS_TOKEN\`, this replaces \`${GUIDE_PATH}\` by
the map as it is now. It changes only where the map says something else, so
\`git diff\` shows what changed.`
  const note = `
This file has more than ${LONG_GUIDE_LINES} lines. With \`compact=true\` in the query of the
address, it has fewer than 150, and says what it leaves out.`
  const command = `
curl --fail --silent --show-error --create-dirs \\
  --header "Authorization: Bearer $MAPS_TOKEN" \\
  --output ${GUIDE_PATH} \\
  ${shellQuoted(url)}`
  const text = before + (isLong ? note : '')
  return [heading(2, prose('Refresh')), paragraph(prose(text.trim())), codeBlock('sh', command.trim())]
}

function countLines(text: Buffer): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}
