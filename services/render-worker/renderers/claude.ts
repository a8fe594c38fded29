import { agentGuide, GUIDE_PATH } from '../documents/agent-guide.ts'
import type { Renderer } from './renderer.ts'

const placement = `Keep this file as \`${GUIDE_PATH}\` and import it with a line
\`@${GUIDE_PATH}\` in \`CLAUDE.md\`. Never overwrite a file that was
there before.`

/** Renders the map as a Markdown guide for Claude Code, to be imported in CLAUDE.md. */
export const renderClaude: Renderer<'claude'> = async (request) => {
  const url = `${request.apiUrl}/maps/${request.map.id}/export/claude`
  return { bytes: agentGuide({ ...request, placement, url }) }
}
