import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System } from '../rig/system.ts'

/** Base address of the service as clients know it. */
const publicUrl = 'https://maps.test'
let system: System

beforeAll(async () => {
  system = await startSystem({ workers: 0, gatewayEnv: { PUBLIC_URL: publicUrl } })
})
afterAll(() => system[Symbol.asyncDispose]())

/** Fetches a public address from the gateway. */
function fetchPublic(address: string, init?: RequestInit): Promise<Response> {
  return fetch(address.replace(publicUrl, system.gateways[0]!.url), init)
}

async function linksOf(address: string): Promise<{ text: string; links: string[] }> {
  const text = await (await fetchPublic(address)).text()
  const links = Array.from(text.matchAll(/\]\(([^)]+)\)/g), ([, target]) => new URL(target!, address).href)
  return { text, links }
}

describe('/llms.txt', () => {
  it('has the form of llmstxt.org: a title, a summary, and sections that are lists of links', async () => {
    const { text } = await linksOf(`${publicUrl}/llms.txt`)
    const [title, summary, details, ...sections] = text.split(/\n\n(?!- \[)/)
    expect([title, summary, details]).toEqual([
      '# Maps Service',
      expect.stringMatching(/^> [^\n]+$/),
      expect.stringContaining(`${publicUrl}/api/v1`),
    ])
    expect(sections.length).toBeGreaterThan(1)
    const link = String.raw`- \[[^\]]+\]\(https?://[^)]+\): [^\n]+\n?`
    for (const section of sections) expect(section).toMatch(new RegExp(`^## [^\n]+\n\n(${link})+$`))
  })

  it('leads to pages that are Markdown, and these to pages that exist', async () => {
    const { links } = await linksOf(`${publicUrl}/llms.txt`)
    const pages = links.filter((it) => it.endsWith('.md'))
    expect(pages.length).toBeGreaterThan(3)
    for (const page of pages) {
      expect((await fetchPublic(page)).headers.get('content-type'), page).toBe('text/markdown; charset=utf-8')
      const { text, links } = await linksOf(page)
      expect(text, page).toMatch(/^# /)
      for (const link of links.filter((it) => it.startsWith(publicUrl))) {
        expect((await fetchPublic(link)).status, `${page} leads to ${link}`).toBe(200)
      }
    }
    for (const link of links) expect((await fetchPublic(link)).status, link).toBe(200)
  })

  it('leads to pages that are HTML for clients that prefer it, with ETags of their own', async () => {
    const page = `${publicUrl}/docs/usage.md`
    const fetchAs = async (accept: string) => {
      const { headers } = await fetchPublic(page, { headers: { Accept: accept } })
      return [headers.get('content-type'), headers.get('vary'), headers.get('etag')]
    }
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8'
    const [html, ...markdown] = await Promise.all(
      [browser, '*/*', 'text/markdown', 'text/markdown, text/html;q=0.9', 'application/json'].map(fetchAs),
    )
    expect(html![0]).toBe('text/html; charset=utf-8')
    for (const it of markdown) expect(it).toEqual(['text/markdown; charset=utf-8', html![1], markdown[0]![2]])
    expect(html![1]).toContain('Accept')
    expect(html![2]).not.toBe(markdown[0]![2])
  })

  it('links to addresses as clients know them', async () => {
    const { links } = await linksOf(`${publicUrl}/llms.txt`)
    expect(links.length).toBeGreaterThan(3)
    expect(links.filter((it) => !it.startsWith(`${publicUrl}/`))).toEqual([])
  })

  it.each(['llms.txt', 'docs/usage.md'])('may be cached, and is 304 for a copy: %s', async (path) => {
    const first = await fetchPublic(`${publicUrl}/${path}`)
    expect(first.headers.get('cache-control')).toBe('public, max-age=3600')
    const again = await fetchPublic(`${publicUrl}/${path}`, {
      headers: { 'If-None-Match': first.headers.get('etag')! },
    })
    expect([again.status, await again.text()]).toEqual([304, ''])
    expect((await fetchPublic(`${publicUrl}/${path}`, { method: 'HEAD' })).status).toBe(200)
  })

  it('is limited by address, as the other public pages are', async () => {
    const responses: Response[] = []
    for (let i = 0; i < 121; i++) responses.push(await fetchPublic(`${publicUrl}/docs/usage.md`))
    expect(responses[0]!.headers.get('ratelimit-policy')).toBe('"default";q=120;w=60')
    expect(responses.at(-1)!.status).toBe(429)
    expect(Number(responses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
