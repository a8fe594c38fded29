import { describe, expect, it } from 'vitest'
import { documentPage } from './document-page.ts'
import { readPages } from './pages.ts'

const pages = readPages()
const render = (text: string): string => documentPage({ name: 'a.md', title: 'A & B', about: '', text }, pages)

describe('a page of the documentation, as HTML', () => {
  it('gives headings the ids that GitHub gives them', () => {
    const html = render('# One: `two` & *three*\n\n## Größe, in px\n\n## Größe, in px\n')
    expect(html).toContain('<h1 id="one-two--three">One: <code>two</code> &amp; <em>three</em></h1>')
    expect(html).toContain('<h2 id="größe-in-px">Größe, in px</h2>')
    expect(html).toContain('<h2 id="größe-in-px-1">Größe, in px</h2>')
    expect(html).toContain('<title>A &amp; B · Maps Service</title>')
  })

  it('has tables and code, which keyboards can scroll', () => {
    const html = render('| a | b |\n| - | - |\n| `1` | \\| |\n\n```sh\necho "<&>"\n```\n')
    expect(html).toMatch(
      /<div class="wide" tabindex="0"><table>[^]*<td><code>1<\/code><\/td>\n<td>\|<\/td>[^]*<\/table><\/div>/,
    )
    expect(html).toContain('<pre tabindex="0"><code class="language-sh">echo &quot;&lt;&amp;&gt;&quot;\n</code></pre>')
  })

  it('shows HTML as text, and follows no script of a link', () => {
    const html = render('<script>alert(1)</script>\n\n[x](javascript:alert(1))\n')
    expect(html).not.toMatch(/<script|javascript:/)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  })

  it.each(pages.map((it) => [it.name, it] as const))(
    'of %s: links lead to pages and headings that exist',
    (_, page) => {
      const idsOf = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map((it) => it[1]!)
      const html = documentPage(page, pages)
      expect(new Set(idsOf(html)).size).toBe(idsOf(html).length)
      const targets = [...html.matchAll(/ href="([^":]*)"/g)].map((it) => it[1]!)
      const known = new Set(['./', 'page.css', 'icon.svg', '../api/v1/openapi.json', '../llms.txt'])
      for (const target of targets.filter((it) => !known.has(it))) {
        const [name, anchor] = target.split('#')
        const other = name === '' ? page : pages.find((it) => it.name === name)
        expect(other, target).toBeDefined()
        if (anchor !== undefined) expect(idsOf(documentPage(other!, pages)), target).toContain(anchor)
      }
      expect(targets).toContain('usage.md')
    },
  )
})
