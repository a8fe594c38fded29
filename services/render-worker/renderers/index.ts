import type { FileFormat } from '@maps/shared/file-formats'
import type { BrowserApi } from '../browser-api.ts'
import { renderAgents } from './agents.ts'
import { renderClaude } from './claude.ts'
import { createMeasuring } from '../scene/text/measure.ts'
import { createFigmaRenderer } from './figma.ts'
import { renderMarkdown } from './markdown.ts'
import { renderNotion } from './notion.ts'
import { createPngRenderer } from './png.ts'
import type { Renderer } from './renderer.ts'
import { createSvgRenderer } from './svg.ts'

/** A renderer for each format. */
export type Renderers = { [Format in FileFormat]: Renderer<Format> }

/** Every file the worker can make: one line each. */
export function createRenderers(browser: BrowserApi): Renderers {
  const measureIn = createMeasuring((runs, signal) => browser.measure(runs, signal))
  return {
    png: createPngRenderer(browser, measureIn),
    markdown: renderMarkdown,
    claude: renderClaude,
    agents: renderAgents,
    figma: createFigmaRenderer(measureIn),
    notion: renderNotion,
    svg: createSvgRenderer(),
  }
}
