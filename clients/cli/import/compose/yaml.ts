import {
  type Document,
  type DocumentOptions,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  parseAllDocuments,
  parseDocument,
  type ParseOptions,
  Scalar,
  type SchemaOptions,
} from 'yaml'
import { Failure } from '../../failure.ts'

/** Maximum size of a YAML file, in bytes. */
export const MAX_YAML_BYTES = 4 * 1024 * 1024

/** Maximum number of nodes of a YAML file. Each use of an anchor counts as a copy of what it names. */
const MAX_NODES = 200_000

/** Compose's mark of a value that is taken back, for a value of each form. */
const RESET = '!reset'
/** Compose's mark of a value that is not merged with an earlier one. */
const OVERRIDE = '!override'
const resets = [
  { tag: RESET, resolve: () => null },
  ...(['map', 'seq'] as const).map((collection) => ({ tag: RESET, collection, resolve: () => new Scalar(null) })),
]

const options: ParseOptions & DocumentOptions & SchemaOptions = { merge: true, customTags: resets, logLevel: 'error' }

/**
 * Parses YAML. The parser bounds the uses of an anchor, of which ordinary files have hundreds; here, the nodes are counted.
 * @throws Failure that names the source
 */
export function parseYaml(source: string, text: string): unknown {
  return parse(source, text, () => [parseDocument(text, options)])[0]
}

/** Parses a stream of YAML documents, as `parseYaml` does one. @throws Failure that names the source */
export function parseYamlDocuments(source: string, text: string): unknown[] {
  return parse(source, text, () => [...parseAllDocuments(text, options)])
}

/**
 * Parses YAML documents of Compose, as `parseYamlDocuments` does.
 * @returns also the paths, of up to three keys, of values with the tags `!reset` and `!override`: these take the place of earlier ones
 */
export function parseTaggedDocuments(source: string, text: string): { value: unknown; replacements: string[][] }[] {
  let documents: Document.Parsed[] = []
  const values = parse(source, text, () => (documents = [...parseAllDocuments(text, options)]))
  return values.map((value, index) => ({ value, replacements: replacementsIn(documents[index]!.contents) }))
}

function replacementsIn(node: unknown, path: string[] = []): string[][] {
  if (isNode(node) && (node.tag === RESET || node.tag === OVERRIDE)) return [path]
  if (path.length === 3 || !isMap(node)) return []
  return node.items.flatMap((it) => replacementsIn(it.value, [...path, String(it.key)]))
}

function parse(source: string, text: string, read: () => Document.Parsed[]): unknown[] {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) throw new Failure(`${source} is too large: it has over 4 MiB.`)
  try {
    const documents = read()
    const error = documents.flatMap((it) => it.errors)[0]
    if (error) throw error
    const size = documents.reduce((sum, it) => sum + expand(it.contents, new Map()).size, 0)
    if (size <= MAX_NODES) return documents.map((it) => it.toJS({ maxAliasCount: -1 }) as unknown)
  } catch (cause) {
    throw new Failure(`${source} is not YAML: ${(cause as Error).message.trim()}`, undefined, { cause })
  }
  throw new Failure(
    `${source} is too large: with each use of an anchor as a copy, it has over ${MAX_NODES.toLocaleString('en')} nodes.`,
  )
}

interface Expanded {
  node: unknown
  /** Number of nodes. */
  size: number
}

/**
 * Puts the named node in place of each alias: yaml 2.9.1 searches the whole file for each (50,000 aliases take 24 s, measured on
 * 2026-11-27). A node that is part of itself has no end.
 * @param anchors the nodes that have names so far
 */
function expand(node: unknown, anchors: Map<string, Expanded>): Expanded {
  if (isAlias(node)) return anchors.get(node.source) ?? { node, size: 1 }
  const expanded = { node, size: Infinity }
  if (isNode(node) && node.anchor !== undefined) anchors.set(node.anchor, expanded)
  let size = 1
  const expandPart = (part: unknown): unknown => {
    const expandedPart = expand(part, anchors)
    size += expandedPart.size
    return expandedPart.node
  }
  if (isCollection(node)) node.items = node.items.map(expandPart)
  if (isPair(node)) {
    node.key = expandPart(node.key)
    node.value = expandPart(node.value)
  }
  expanded.size = size
  return expanded
}
