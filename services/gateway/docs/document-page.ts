import escapeHtml from 'escape-html'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'
import { readFileSync } from 'node:fs'
import { docsFrame } from './docs-frame.ts'
import type { DocsPage } from './pages.ts'

/** Content security policy of a rendered page: it loads the style sheet and the icon. */
export const DOCUMENT_POLICY =
  "default-src 'none';style-src 'self';img-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'self'"

/** The bar at the top of the API explorer. */
const bar = /<header[^]*?<\/header>/.exec(readFileSync(new URL('page/index.html', import.meta.url), 'utf8'))![0]

/** Renders a page of the documentation for people, with links to all pages. HTML in its Markdown is shown as text. */
export function documentPage({ name, title, text }: DocsPage, pages: readonly DocsPage[]): string {
  const links = pages.map((it) => {
    const current = it.name === name ? ' aria-current="page"' : ''
    return `<li><a href="${it.name}"${current}>${escapeHtml(it.title)}</a></li>`
  })
  return docsFrame({
    title,
    head: `<link rel="alternate" type="text/markdown" href="${name}">\n`,
    bar,
    content: `<nav aria-label="Pages">
<ul>
${links.join('\n')}
</ul>
</nav>
<main>
${renderMarkdown(text)}
</main>`,
  })
}

function renderMarkdown(text: string): string {
  const html = micromark(text, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
  return withHeadingIds(html)
    .replaceAll(/<table>[^]*?<\/table>/g, '<div class="wide" tabindex="0">$&</div>')
    .replaceAll('<pre>', '<pre tabindex="0">')
}

/** Gives headings ids from their texts, as GitHub does, for links to them. */
function withHeadingIds(html: string): string {
  const uses = new Map<string, number>()
  return html.replaceAll(/<h([1-6])>(.*?)<\/h\1>/g, (_, level: string, content: string) => {
    const id = slugOf(content)
    const earlier = uses.get(id) ?? 0
    uses.set(id, earlier + 1)
    return `<h${level} id="${id}${earlier > 0 ? `-${earlier}` : ''}">${content}</h${level}>`
  })
}

function slugOf(html: string): string {
  const text = html.replaceAll(/<[^>]*>|&\w+;/g, '').trim()
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}
