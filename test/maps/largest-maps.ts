import { MAX_EDGE_LABEL_LENGTH, MAX_ELEMENTS, type MapEdge, type MapNode } from '@maps/shared/map'
import { billingKinds, currencies } from '@maps/shared/map-values'
import { defaultPlans } from '@maps/shared/plans'
import { MAX_JSON_BYTES } from '../../services/gateway/http/body.ts'

/** The nodes and edges of a map that is as large as the largest plan allows. */
export interface LargestMap {
  nodes: MapNode[]
  edges: MapEdge[]
}

/** What makes one of the largest maps hard to work on. */
interface Shape {
  /** Fills texts up to their maximum length. */
  unit: string
  /** Maximum number of code points of an id. */
  idLength: number
  /** The ends of an edge: the number of a node, or an id that no node has. */
  ends(index: number): readonly [source: number | string, target: number | string]
  /** Whether every field is set, rather than texts alone. */
  hasEveryField: boolean
  /** Entries of a node's billing. */
  billing: number
}

const MAX_ID = 200
const MAX_TEXT = 500
const NODES = defaultPlans.pro.nodes
const EDGES = MAX_ELEMENTS
/** Bytes of a node and of an edge besides ids and texts. */
const MIN_NODE_BYTES = 40
const MIN_EDGE_BYTES = 40

const plain: Shape = {
  unit: 'W',
  idLength: 8,
  ends: (index) => [index % NODES, (index * 7 + 1) % NODES],
  hasEveryField: true,
  billing: 0,
}

/** Shapes of maps, by what makes them hard. */
const shapes = {
  'every field': plain,
  'all edges between two nodes': { ...plain, ends: () => [0, 1] },
  'one hub': { ...plain, ends: (index) => (index % 2 ? [0, index % NODES] : [index % NODES, 0]) },
  'ids with a common prefix': { ...plain, idLength: MAX_ID, hasEveryField: false },
  'ids that need sanitizing': { ...plain, unit: '\u200d', idLength: 60, hasEveryField: false },
  'texts that need sanitizing': { ...plain, unit: 'a\u202e', hasEveryField: false },
  'texts with escapes': { ...plain, unit: '\u0001', hasEveryField: false },
  // Combining marks of three classes, each before those that canonical order puts before it.
  'marks out of order': { ...plain, unit: '\u0345\u0300\u0316', idLength: 62, hasEveryField: false },
  'joined letters': { ...plain, unit: 'क\u200d', hasEveryField: false },
  'ids that no node has': { ...plain, ends: (index) => [`from ${index}`, `to ${index}`] },
  'long billing': { ...plain, billing: 100 },
} satisfies Record<string, Shape>

/** The name of a shape of map. */
export type ShapeName = keyof typeof shapes
/** The names of all shapes. */
export const shapeNames = Object.keys(shapes) as ShapeName[]

/** Maximum bytes of a map's nodes and of its edges, each as JSON. */
export interface MapBytes {
  nodes: number
  edges: number
}

/** The bytes of a stored map: nodes and edges may come in a body of their own each. */
const storedBytes: MapBytes = { nodes: MAX_JSON_BYTES, edges: MAX_JSON_BYTES }
/** The bytes of a map of which two are as large as one of the largest. */
export const halfBytes: MapBytes = { nodes: MAX_JSON_BYTES / 2, edges: MAX_JSON_BYTES / 2 }
/** The bytes of a map in one body, with room for its name and for a message around it. */
export const bodyBytes: MapBytes = { nodes: 1_250_000, edges: MAX_JSON_BYTES - 1_250_000 - 4_096 }

/** A map with as many nodes and edges as the largest plan allows, and texts that fill these bytes as far as they may. */
export function largestMap(shapeName: ShapeName, bytes: MapBytes = storedBytes): LargestMap {
  const shape: Shape = shapes[shapeName]
  const nodeBytes = Math.floor(bytes.nodes / NODES)
  const edgeBytes = Math.floor(bytes.edges / EDGES)
  const idBytes = Math.min(nodeBytes - MIN_NODE_BYTES, (edgeBytes - MIN_EDGE_BYTES) / 2)
  const ids = Array.from({ length: NODES }, (_, index) => textOf(shape, shape.idLength, idBytes, index))
  const idOf = (end: number | string): string => (typeof end === 'number' ? ids[end]! : end)
  return {
    nodes: ids.map((id, index) =>
      filled(nodeOf(shape, id, index, nodeBytes), ['label', 'tech'], MAX_TEXT, nodeBytes, shape),
    ),
    edges: Array.from({ length: EDGES }, (_, index) => {
      const [source, target] = shape.ends(index).map(idOf) as [string, string]
      return filled(edgeOf(shape, source, target), ['label'], MAX_EDGE_LABEL_LENGTH, edgeBytes, shape)
    }),
  }
}

/** The same nodes and ends of edges, with other values in most other fields. */
export function changedMap({ nodes, edges }: LargestMap): LargestMap {
  const label = 'changed'
  return {
    nodes: nodes.map((it) => ({ ...it, label, tech: 'other', spend: 7, currency: 'SGD', x: 1, y: 1 })),
    edges: edges.map((it) => ({
      ...it,
      label,
      line: 'step',
      arrow: 'none',
      color: 'red',
      dotColor: 'red',
      animated: true,
    })),
  }
}

function nodeOf({ hasEveryField, billing }: Shape, id: string, index: number, bytes: number): MapNode {
  if (!hasEveryField) return { id }
  return {
    id,
    spend: index + 0.1,
    currency: currencies[index % currencies.length]!,
    billing: Array.from(
      { length: Math.min(billing, (bytes - 200) / 8) },
      (_, at) => billingKinds[at % billingKinds.length]!,
    ),
    x: index / 3,
    y: -index / 7,
  }
}

function edgeOf({ hasEveryField }: Shape, source: string, target: string): MapEdge {
  if (!hasEveryField) return { source, target }
  const color = 'hsl(210 80% 45% / 0.5)'
  return {
    source,
    target,
    line: 'smoothstep',
    labelColor: color,
    labelSize: 10.5,
    labelFont: 'sketch',
    arrow: 'both',
    color,
    dotColor: color,
    animated: false,
    dashed: true,
  }
}

/** Sets texts of an element, as long as they fit into this many bytes of JSON. */
function filled<Element extends object>(
  element: Element,
  fields: readonly string[],
  length: number,
  bytes: number,
  shape: Shape,
): Element {
  const left = bytes - Buffer.byteLength(JSON.stringify(element)) - fields.length * 12
  if (left < 0) return element
  const text = textOf(shape, length, left / fields.length, 0)
  return { ...element, ...Object.fromEntries(fields.map((it) => [it, text])) }
}

/** A text of at most this many code points, and bytes as JSON, that ends with an index. */
function textOf({ unit }: Shape, length: number, bytes: number, index: number): string {
  const end = String(index)
  const unitBytes = Buffer.byteLength(JSON.stringify(unit)) - 2
  const count = Math.min((length - end.length) / [...unit].length, (bytes - end.length - 2) / unitBytes)
  return count < 1 ? end : unit.repeat(count) + end
}
