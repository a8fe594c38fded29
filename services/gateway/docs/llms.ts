import { exportFormats, recordOf } from '@maps/shared/file-formats'
import type { DocsPage } from './pages.ts'

/** URLs and paths of the service, for documents about it. */
export interface Addresses {
  /** URL of the service, without a slash at its end. */
  publicUrl: string
  /** Base path of the API. */
  apiBase: string
  documentPath: string
  /** Path of the MCP server. */
  mcpPath: string
}

/** Writes `/llms.txt`, the documentation for language models (https://llmstxt.org). */
export function writeLlmsText(pages: readonly DocsPage[], { publicUrl, apiBase, documentPath }: Addresses): string {
  const links = pages.map((it) => `- [${it.title}](${publicUrl}/docs/${it.name}): ${it.about}`)
  return `# Maps Service

> A REST API that keeps architecture maps (services, their monthly cost, and the connections between them) and exports each map as ${formatNames()}.

- The API is at ${publicUrl}${apiBase}. Every call carries a workspace token: \`Authorization: Bearer <token>\`.
- Maps need no coordinates: without them the service lays the map out.
- \`PUT /maps/{id}/layout\` pins where pictures show the services, so that these stay there when the map changes.
- \`POST /previews\` with a map draws it without storing it: look at it before you create it.
- A 400 names in \`fields\` what to change. On 429 and 503 wait for the seconds of \`Retry-After\`.
- Send \`If-Match\` with the map's ETag when you change it, and an \`Idempotency-Key\` when you create it.
- \`Maps-Note: why\` on a change names its version, and \`GET /maps/{id}/revisions\` lists the versions that a map has had.

## Documentation

${links.join('\n')}

## API

- [OpenAPI 3.1 document](${publicUrl}${documentPath}): every call, with its schemas, an example of each response and of each error
- [Page to try the calls](${publicUrl}/docs/): for people, in a browser
`
}

/** Lists the formats with their fixed file names, as in "png, claude (CLAUDE.md) or notion". */
function formatNames(): string {
  const names = exportFormats.map((format) => {
    const { name } = recordOf(format)
    return 'full' in name ? `${format} (${name.full})` : format
  })
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
