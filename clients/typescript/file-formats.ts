import type { DiffFormat, ExportFormat } from './types.ts'

/** Path of each kind of file below that of its map, and its media type. */
export const fileFormats: Readonly<Record<ExportFormat | DiffFormat, { path: string; contentType: string }>> = {
  png: { path: 'export/png', contentType: 'image/png' },
  markdown: { path: 'export/markdown', contentType: 'text/markdown' },
  claude: { path: 'export/claude', contentType: 'text/markdown' },
  agents: { path: 'export/agents', contentType: 'text/markdown' },
  figma: { path: 'export/figma', contentType: 'application/json' },
  notion: { path: 'export/notion', contentType: 'application/json' },
  svg: { path: 'picture.svg', contentType: 'image/svg+xml' },
  view: { path: 'view', contentType: 'application/json' },
  mermaid: { path: 'diagram.mmd', contentType: 'application/vnd.mermaid' },
  excalidraw: { path: 'picture.excalidraw', contentType: 'application/vnd.excalidraw+json' },
  'diff.md': { path: 'diff.md', contentType: 'text/markdown' },
  'diff.svg': { path: 'diff.svg', contentType: 'image/svg+xml' },
  'diff.png': { path: 'diff.png', contentType: 'image/png' },
}
