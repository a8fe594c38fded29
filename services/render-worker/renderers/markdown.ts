import { nameEndpoints } from '../documents/endpoint-names.ts'
import {
  connectionsSection,
  dependenciesSection,
  idsSection,
  insteadOf,
  servicesSection,
  titleSection,
  unlistedEndpoints,
} from '../documents/map-sections.ts'
import { writeMarkdown } from '@maps/shared/documents/write-markdown'
import type { Renderer } from './renderer.ts'

/** Renders the map as a Markdown document of its services and dependencies. */
export const renderMarkdown: Renderer<'markdown'> = async ({ map, view, options }) => {
  const names = nameEndpoints(map)
  return {
    bytes: writeMarkdown([
      ...titleSection(map, view),
      ...servicesSection(map.nodes, true, insteadOf(0, view)),
      ...dependenciesSection(map.edges, names, insteadOf(0, view)),
      ...(options.connections ? connectionsSection(map.edges, names) : []),
      ...(names.isShortened ? idsSection(unlistedEndpoints(map.edges, names)) : []),
    ]),
  }
}
