import { isAlias, isCollection, isNode, isPair, parseDocument } from 'yaml'
import { Failure } from '../../failure.ts'

/** Maximum size of a YAML file, in bytes. */
export const MAX_YAML_BYTES = 4 * 1024 * 1024

/** Maximum number of nodes of a YAML file. Each use of an anchor counts as a copy of what it names. */
const MAX_NODES = 200_000

/** Compose's mark of a value that is taken back. */
const reset = { tag: '!reset', resolve: () => null }

/**
 * Parses YAML. The parser bounds the uses of an anchor, of which ordinary files have hundreds; here, the nodes are counted.
 * @throws Failure that names the source
 */
export function parseYaml(source: string, text: string): unknown {
  if (Buffer.byteLength(text) > MAX_YAML_BYTES) throw new Failure(`${source} is too large: it has over 4 MiB.`)
  try {
    const document = parseDocument(text, { merge: true, customTags: [reset], logLevel: 'error' })
    const [error] = document.errors
    if (error) throw error
    const { size } = expand(document.contents, new Map())
    if (size <= MAX_NODES) return document.toJS({ maxAliasCount: -1 })
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
