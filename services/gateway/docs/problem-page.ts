import escapeHtml from 'escape-html'
import { STATUS_CODES } from 'node:http'
import type { ProblemKind } from '../http/problem-kinds.ts'
import { docsFrame } from './docs-frame.ts'

/** Renders the page about a kind of error response, for people who open the address in its `type`. */
export function problemPage({ status, title, meaning, remedy }: ProblemKind): string {
  return docsFrame({
    title,
    base: '../',
    bar: `<header class="bar">
<a class="product" href="../"><img src="../icon.svg" alt="" width="26" height="26">Maps Service</a>
</header>`,
    content: `<main style="grid-column: 1 / -1">
<h1>${escapeHtml(title)}</h1>
<p>${status} ${STATUS_CODES[status]}: ${escapeHtml(meaning)}</p>
<h2>What to do</h2>
<p>${escapeHtml(remedy)}</p>
</main>`,
  })
}
