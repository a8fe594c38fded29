import { MAX_MERMAID_LENGTH, mermaidLimits, mermaidOf } from '@maps/shared/documents/mermaid'
import { titleOf } from '../documents/map-words.ts'
import { type Renderer, RenderRefused } from './renderer.ts'

/**
 * Renders the map as a Mermaid flowchart with the name of the map as its title, in front matter: a JSON string is YAML, too. Mermaid takes
 * the signs from `<` to `>` for HTML, even over several lines, and has no escape for `<` in a title: it becomes `‹`.
 */
export const renderMermaid: Renderer<'mermaid'> = async ({ map }) => {
  const diagram = mermaidOf(map)
  const file = `---\ntitle: ${JSON.stringify(titleOf(map).replaceAll('<', '‹'))}\n---\n${diagram}\n`
  if (diagram === undefined || file.length > MAX_MERMAID_LENGTH) {
    const message = `This map is larger than Mermaid draws, which is ${mermaidLimits}. Its PNG and SVG show it whole.`
    throw new RenderRefused(400, message, { id: `must be that of a map of ${mermaidLimits}` })
  }
  return { bytes: Buffer.from(file) }
}
