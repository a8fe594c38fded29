import { changesWithin } from '@maps/shared/diff/changes-within'
import { costLines, createEdgeWords, describeChanges, summaryOf, withoutRenamed } from '@maps/shared/diff/diff-words'
import { diffMaps, type FieldChange, type MapDiff } from '@maps/shared/diff/map-diff'
import { mergeMaps } from '@maps/shared/diff/merged-map'
import {
  bulletList,
  composedText,
  heading,
  nameText,
  paragraph,
  prose,
  shownText,
  text,
} from '@maps/shared/documents/syntax-tree'
import { writeMarkdown } from '@maps/shared/documents/write-markdown'
import type { ExportOptions } from '@maps/shared/file-formats'
import type { ArchitectureMap, MapEdge, MapNode } from '@maps/shared/map'
import { countNoun, oneLine, truncate } from '@maps/shared/text'
import type { RootContent } from 'mdast'
import { withoutNames, withShortTexts } from './context-pack.ts'
import { nameEndpoints } from './endpoint-names.ts'
import { idsSection, rulesSection, tableSection, titleSection } from './map-sections.ts'
import { compare } from './rank-elements.ts'
import { writeWithin } from './write-within.ts'

/** Maximum length of a value of a field, in characters: an id and the label of a connection are whole. */
const MAX_VALUE_LENGTH = 200

/** A guide of what changed since a version that an agent has read. */
interface ChangesSince {
  from: ArchitectureMap
  map: ArchitectureMap
  version: number | undefined
  options: ExportOptions<'claude' | 'agents'>
}

/** A changed service, or a changed connection by its ends. */
interface Row {
  kind: 'node' | 'edge'
  verb: 'added' | 'removed' | 'renamed' | 'changed'
  ids: readonly string[]
  details: string
}

/** Writes what changed in a map since an older version, without what stayed: costs, then a row for each service and connection. */
export function changesSince({ from, map, version, options }: ChangesSince): Buffer {
  const { since, costs: hasCosts, maxTokens } = options
  const maps = hasCosts ? { from, to: map } : { from: withoutCosts(from), to: withoutCosts(map) }
  const whole = diffMaps(maps.from, maps.to)
  const request = { ...options, isFocusStart: maxTokens !== undefined }
  const { diff, view } = changesWithin({ ...maps, diff: whole }, request) ?? { diff: whole }
  const { nodes, edges, marks } = mergeMaps({ to: maps.to, diff })
  const merged = { ...map, nodes, edges: edges.filter((it) => marks.has(it)) }
  const shown = maxTokens === undefined ? merged : withShortTexts(merged)
  const names = nameEndpoints(shown)
  const rows = nearestFirst(
    [...rowsOfNodes(diff.nodes), ...rowsOfEdges(diff.edges, merged.edges, maps.to.edges)],
    view?.distances,
  )
  const heads: Head[] = [{ description: view?.description, summary: summaryOf(diff), costs: costLines(diff) }]
  if (maxTokens !== undefined) {
    const brief = { description: view && withoutNames(view), summary: summaryWithoutName(diff) }
    heads.push({ ...heads[0]!, ...brief }, { ...brief, costs: [] })
  }
  const sides = `since version ${since} (now version ${version})`

  function tableOf(kind: Row['kind'], header: string[], taken: readonly Row[]): RootContent[] {
    const cells = taken
      .filter((it) => it.kind === kind)
      .map(({ verb, ids, details }) => [
        [text(verb)],
        ...ids.map((id) => nameText(names.nameOf(id))),
        composedText(details),
      ])
    return tableSection(kind === 'node' ? 'Services' : 'Dependencies', ['Change', ...header, 'Details'], cells)
  }

  function write({ description, summary, costs }: Head, size: number, tokens?: number): Buffer {
    const taken = rows.slice(0, size)
    const ids = new Set(taken.flatMap((it) => it.ids))
    const left = countNoun(rows.length - size, 'change') + (costs.length < heads[0]!.costs.length ? '; the costs' : '')
    const note = `About ${tokens} tokens of at most ${maxTokens}. Left out: ${left}.`
    return writeMarkdown([
      ...titleSection(shown),
      ...(description === undefined ? [] : [paragraph(composedText(`${description}.`))]),
      paragraph(composedText(summary ? `Changes ${sides}: ${summary}.` : `No change ${sides}.`)),
      ...(tokens === undefined ? [] : [paragraph([text(note)])]),
      ...(costs.length > 0 ? [heading(2, prose('Costs')), bulletList(costs.map((it) => [text(it)]))] : []),
      ...tableOf('node', ['Service'], taken),
      ...tableOf('edge', ['From', 'To'], taken),
      ...idsSection(names.endpoints.filter((it) => !it.isLabel && ids.has(it.id))),
      ...rulesSection([], [`Next time, ask with \`since=v${version}\`, for what changes after this file.`]),
    ])
  }
  if (maxTokens === undefined) return write(heads[0]!, rows.length)
  const forms = heads.map((it) => (size: number, tokens: number) => write(it, size, tokens))
  return writeWithin(rows.length, maxTokens, forms)
}

/** What a guide has before its rows. */
interface Head {
  /** What it shows of the maps; undefined for all. */
  description: string | undefined
  summary: string
  costs: readonly string[]
}

/** The summary of a difference, without the name that the map had. */
function summaryWithoutName({ name, ...diff }: MapDiff): string {
  return [...(name ? ['renamed'] : []), summaryOf(diff)].filter((it) => it !== '').join('; ')
}

/** Sorts rows by their distance from the focus, if there is one: where the budget ends, the farthest ones are left out. */
function nearestFirst(rows: readonly Row[], distances: ReadonlyMap<string, number> = new Map()): Row[] {
  const distanceOf = ({ ids }: Row): number => Math.min(...ids.map((it) => distances.get(it) ?? Infinity))
  return rows.toSorted((a, b) => compare(distanceOf(a), distanceOf(b)))
}

/** A row for each changed service. One with another id is renamed, also if more of it changed. */
function rowsOfNodes({ added, removed, renamed, changed }: MapDiff['nodes']): Row[] {
  const row = (verb: Row['verb'], id: string, details: string): Row => ({ kind: 'node', verb, ids: [id], details })
  const changesById = new Map(changed.map((it) => [it.id, it.changes]))
  return [
    ...added.map((it) => row('added', it.id, fieldsOf(it, ['id', 'tech', 'spend', 'currency', 'billing']))),
    ...removed.map((it) => row('removed', it.id, fieldsOf(it, ['id']))),
    ...renamed.map(({ from, to }) =>
      row('renamed', to, changesOf([{ field: 'id', from, to }, ...(changesById.get(to) ?? [])])),
    ),
    ...withoutRenamed({ renamed, changed }).changed.map((it) => row('changed', it.id, changesOf(it.changes))),
  ]
}

/**
 * A row for each changed connection.
 * @param shown the changed connections by the newer ids of their ends, those removed last
 * @param all the connections of the newer map
 */
function rowsOfEdges(
  { added, removed, changed }: MapDiff['edges'],
  shown: readonly MapEdge[],
  all: readonly MapEdge[],
): Row[] {
  const row = (verb: Row['verb'], { source, target }: MapEdge, details: string): Row => {
    return { kind: 'edge', verb, ids: [source, target], details }
  }
  const wordsOf = createEdgeWords(all, MAX_VALUE_LENGTH, shownText)
  const whole = (edge: MapEdge): string => fieldsOf(edge, ['label', 'arrow', 'dashed'])
  return [
    ...added.map((it) => row('added', it, whole(it))),
    ...shown.slice(shown.length - removed.length).map((it) => row('removed', it, whole(it))),
    ...changed.map((it) => row('changed', it.edge, wordsOf(it))),
  ]
}

/** Writes the fields that say what an element is, as in `tech: "Redis"; spend: 100`. */
function fieldsOf<Element extends object>(element: Element, fields: readonly (keyof Element & string)[]): string {
  const set = fields.filter((it) => element[it] !== undefined)
  return set.map((it) => `${it}: ${valueOf(element[it])}`).join('; ')
}

function changesOf(changes: readonly FieldChange[]): string {
  return describeChanges(changes, MAX_VALUE_LENGTH, shownText)
}

/** A value as JSON, so that no text looks like another field. */
function valueOf(value: unknown): string {
  return JSON.stringify(typeof value === 'string' ? shownText(truncate(oneLine(value), MAX_VALUE_LENGTH)) : value)
}

function withoutCosts(map: ArchitectureMap): ArchitectureMap {
  const nodes = map.nodes.map(({ spend: _spend, currency: _currency, billing: _billing, ...node }): MapNode => node)
  return { ...map, nodes }
}
