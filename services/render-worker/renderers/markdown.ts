import { dependenciesSection, servicesSection, titleSection } from '../documents/map-sections.ts'
import { writeMarkdown } from '../documents/write-markdown.ts'
import type { Renderer } from './renderer.ts'

/** The map as a document for people: its services and its dependencies. */
export const renderMarkdown: Renderer<'markdown'> = async ({ map }) => ({
  bytes: writeMarkdown([
    ...titleSection(map),
    ...servicesSection(map.nodes),
    ...dependenciesSection(map.edges, map.nodes),
  ]),
})
