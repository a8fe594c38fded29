import type { MapNode } from '../../typescript/index.ts'
import { moveServices } from './move-services.ts'

/** A service that was dragged. All numbers are px of the picture. */
export interface Drag {
  id: string
  /** How far it was dragged. */
  dx: number
  dy: number
  /** Where the services are drawn, by id. */
  drawn: Readonly<Record<string, readonly [x: number, y: number]>>
  /** Hash of the text of the file that is shown, with the drags before this one. */
  textHash: string
}

/** Positions that differ by less are the same: those of a map may be fractions of a px. */
const SAME = 1

/**
 * Returns the text of a map file after a drag. Services without a position, and those drawn elsewhere than at theirs, get the position at which
 * they are drawn: else the layout would move them when it next draws the map.
 */
export function arrange(
  text: string,
  nodes: readonly MapNode[],
  { id, dx, dy, drawn }: Omit<Drag, 'textHash'>,
): string {
  const origin = originOf(nodes, drawn)
  const positions = new Map<string, { x: number; y: number }>()
  for (const node of nodes) {
    const [left, top] = drawn[node.id] ?? []
    if (left === undefined || top === undefined) continue
    const isDragged = node.id === id
    const x = left - origin.x + (isDragged ? dx : 0)
    const y = top - origin.y + (isDragged ? dy : 0)
    const isThere = Math.abs(x - (node.x ?? Infinity)) < SAME && Math.abs(y - (node.y ?? Infinity)) < SAME
    if (!isThere) positions.set(node.id, { x: Math.round(x), y: Math.round(y) })
  }
  return moveServices(text, positions)
}

/** The point of the picture at which a map has its (0, 0): by the first service with a position, or else the corner of all services. */
function originOf(nodes: readonly MapNode[], drawn: Drag['drawn']): { x: number; y: number } {
  const placed = nodes.find((it) => it.x !== undefined && it.y !== undefined && drawn[it.id])
  const points = Object.values(drawn)
  if (!placed) return { x: Math.min(...points.map(([x]) => x)), y: Math.min(...points.map(([, y]) => y)) }
  const [x, y] = drawn[placed.id]!
  return { x: x - placed.x!, y: y - placed.y! }
}

/** Reads a drag from the body of a request. @returns undefined for any other value */
export function readDrag(value: unknown): Drag | undefined {
  const { id, dx, dy, drawn, textHash } = (value ?? {}) as Partial<Record<keyof Drag, unknown>>
  const isPoint = (it: unknown): boolean => Array.isArray(it) && it.length === 2 && it.every(Number.isFinite)
  const isDrag =
    [id, textHash].every((it) => typeof it === 'string') &&
    [dx, dy].every(Number.isFinite) &&
    typeof drawn === 'object' &&
    drawn !== null
  return isDrag && Object.values(drawn).every(isPoint) ? (value as Drag) : undefined
}
