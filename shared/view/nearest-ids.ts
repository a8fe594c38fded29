import { editDistance } from '../diff/edit-distance.ts'
import type { MapNode } from '../map.ts'
import { oneLine } from '../text.ts'

const MAX_SUGGESTIONS = 5
/** Number of first characters that are compared. With twice as many, the ids of the largest map would take four times as long. */
const COMPARED = 24

/** Finds the ids of services whose id or label is like a text, or contains it or the other way round; some ids if none is like it. */
function nearestIds(wanted: string, nodes: readonly Pick<MapNode, 'id' | 'label'>[]): string[] {
  const text = wanted.toLowerCase()
  const ranked = nodes
    .map(({ id, label = '' }) => ({ id, distance: Math.min(distanceOf(text, id), distanceOf(text, label)) }))
    .sort((a, b) => a.distance - b.distance)
  const similar = ranked.filter((it) => it.distance <= text.length / 2)
  return (similar.length > 0 ? similar : ranked).slice(0, MAX_SUGGESTIONS).map((it) => it.id)
}

function distanceOf(text: string, other: string): number {
  const name = other.toLowerCase()
  if (text === '' || name === '') return COMPARED
  if (name.includes(text) || text.includes(name)) return 0
  return editDistance(text.slice(0, COMPARED), name.slice(0, COMPARED))
}

/** Says that no service has an id, and which ids are like it. Ids are quoted as one line without invisible characters. */
export function unknownId(id: string, nodes: readonly Pick<MapNode, 'id' | 'label'>[]): string {
  const near = nearestIds(id, nodes).map(quoted)
  const examples = near.length > 0 ? `there are, for example, ${near.join(', ')}` : 'the map has none'
  return `must be the id of a node of the map, and ${quoted(id)} is none; ${examples}`
}

function quoted(id: string): string {
  return JSON.stringify(oneLine(id) || '\ufffd')
}
