import { describeView } from '@maps/shared/view/describe-view'
import type { Renderer } from './renderer.ts'

/** Renders a part of the map, or all of it, as JSON. */
export const renderView: Renderer<'view'> = async ({ map: { id, name, updatedAt, nodes, edges }, view }) => {
  const description = view?.description ?? describeView({ services: nodes.length, shown: nodes.length })
  const leaving = Array.from(view?.leaving ?? [], ([of, counts]) => ({ id: of, ...counts }))
  const content = { view: { id, name, updatedAt, description, nodes, edges, leaving } }
  return { bytes: Buffer.from(`${JSON.stringify(content)}\n`) }
}
