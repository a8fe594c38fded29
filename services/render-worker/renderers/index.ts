import type { FileFormat } from '@maps/shared/file-formats'
import type { BrowserApi } from '../browser-api.ts'
import { createFonts } from '../fonts/fonts.ts'
import { renderAgents } from './agents.ts'
import { renderClaude } from './claude.ts'
import { createMeasuring } from '../scene/text/measure.ts'
import { renderDiffJson } from './diff-json.ts'
import { renderDiffMarkdown } from './diff-markdown.ts'
import { createDiffPngRenderer } from './diff-png.ts'
import { createDiffSvgRenderer } from './diff-svg.ts'
import { createExcalidrawRenderer } from './excalidraw.ts'
import { createFigmaRenderer } from './figma.ts'
import { createLayoutRenderer } from './layout.ts'
import { renderMarkdown } from './markdown.ts'
import { renderMermaid } from './mermaid.ts'
import { renderNotion } from './notion.ts'
import { createPngRenderer } from './png.ts'
import type { Renderer } from './renderer.ts'
import { createSvgRenderer } from './svg.ts'
import { renderView } from './view.ts'

/** A renderer for each format. */
export type Renderers = { [Format in FileFormat]: Renderer<Format> }

/** Creates the renderers of all file formats. */
export function createRenderers(browser: BrowserApi, fonts = createFonts()): Renderers {
  const withMeasure = createMeasuring(browser.measure)
  return {
    png: createPngRenderer(browser, withMeasure),
    markdown: renderMarkdown,
    claude: renderClaude,
    agents: renderAgents,
    figma: createFigmaRenderer(withMeasure),
    notion: renderNotion,
    svg: createSvgRenderer(fonts),
    layout: createLayoutRenderer(withMeasure),
    diff: renderDiffJson,
    'diff.md': renderDiffMarkdown,
    'diff.svg': createDiffSvgRenderer(fonts),
    'diff.png': createDiffPngRenderer(browser, withMeasure),
    mermaid: renderMermaid,
    excalidraw: createExcalidrawRenderer(createMeasuring(fonts.measure)),
    view: renderView,
  }
}
