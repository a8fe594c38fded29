import { agentGuide, GUIDE_PATH } from '../documents/agent-guide.ts'
import type { Renderer } from './renderer.ts'

const placement = `Keep this file as \`${GUIDE_PATH}\` and have \`AGENTS.md\` say to read
it first. Never overwrite a file that was there before.`

/** Renders the map as a Markdown guide for coding agents, to be referenced in AGENTS.md. */
export const renderAgents: Renderer<'agents'> = async (request) => {
  const url = `${request.apiUrl}/maps/${request.map.id}/export/agents`
  return { bytes: agentGuide({ ...request, placement, url }) }
}
