import type { ExportFormat } from '@maps/shared/export-job'
import type { Browser } from '../browser.ts'
import { renderAgents } from './agents.ts'
import { renderClaude } from './claude.ts'
import { renderFigma } from './figma.ts'
import { renderMarkdown } from './markdown.ts'
import { renderNotion } from './notion.ts'
import { createPngRenderer } from './png.ts'
import type { Renderer } from './renderer.ts'

export type Renderers = { [Format in ExportFormat]: Renderer<Format> }

/** Every file the worker can make: one line each. */
export function createRenderers(browser: Browser): Renderers {
  return {
    png: createPngRenderer(browser),
    markdown: renderMarkdown,
    claude: renderClaude,
    agents: renderAgents,
    figma: renderFigma,
    notion: renderNotion,
  }
}
