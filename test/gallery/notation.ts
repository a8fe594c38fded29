import type { MapEdge, NewMap } from '@maps/shared/map'

/** A map for the gallery. */
export type Architecture = Pick<NewMap, 'name' | 'nodes' | 'edges'>

type EdgeStyle = Omit<MapEdge, 'source' | 'target'>

const COLUMN = 260
const ROW = 150

/** Coordinates of a grid point, in px; fractions lie between grid lines. */
export function at(column: number, row: number): { x: number; y: number } {
  return { x: column * COLUMN, y: row * ROW }
}

/** An edge; an empty label is left out. */
export function edge(source: string, target: string, label = '', style: EdgeStyle = {}): MapEdge {
  return { source, target, ...(label && { label }), ...style }
}

/** Edges of one style from a node to several nodes. */
export function fanOut(source: string, targets: readonly string[], label = '', style: EdgeStyle = {}): MapEdge[] {
  return targets.map((target) => edge(source, target, label, style))
}

/** Edges of one style from several nodes to one node. */
export function fanIn(sources: readonly string[], target: string, label = '', style: EdgeStyle = {}): MapEdge[] {
  return sources.map((source) => edge(source, target, label, style))
}
