import { describe, expect, it } from 'vitest'
import { sharePage } from './share-page.ts'

const stored = (nodes: object[], edges: object[]) => {
  const own = { id: 'm', workspaceId: 'w', name: 'Shop', isPublic: true, shareId: 's', version: 1 }
  const dates = { createdAt: new Date(0), updatedAt: new Date(0) }
  return { ...own, nodes: JSON.stringify(nodes), edges: JSON.stringify(edges), ...dates }
}

const address = 'https://maps.example/share/s'

describe('the page of a public map', () => {
  it('names each service once, with its cost and its outgoing connections', () => {
    const nodes = [
      { id: 'a', label: 'Web', tech: 'Next.js', spend: 2_431.17 },
      { id: 'b', spend: 1_149, currency: 'EUR' },
    ]
    const edges = [
      { source: 'a', target: 'b', label: 'orders', arrow: 'both' },
      { source: 'a', target: 'gone' },
      { source: 'a', target: 'b', arrow: 'none' },
    ]
    const html = sharePage(stored(nodes, edges), address)
    expect(html).toContain(
      '<dt>Web<small>Next.js</small><b>$2.4k<i>/mo</i></b></dt><dd>↔ b<q>orders</q></dd><dd>→ gone</dd><dd>– b</dd>',
    )
    expect(html).toContain(
      '<span>2 services</span><span>3 connections</span><span>$2.4k + €1.1k per month</span>' +
        '<span><time datetime="1970-01-01T00:00:00.000Z">1 January 1970</time></span>',
    )
    expect(html).not.toMatch(/2431|1149/)
  })

  it('has meta tags with its title, its facts and a picture of 1200 x 630, as absolute URLs', () => {
    const html = sharePage(stored([{ id: 'a', label: 'Web' }], []), address)
    const tags = [...html.matchAll(/<meta (?:property|name)="((?:og|twitter):[^"]+)" content="([^"]*)">/g)]
    expect(Object.fromEntries(tags.map(([, name, content]) => [name, content]))).toMatchObject({
      'og:title': 'Shop',
      'og:description': '1 service · 0 connections',
      'og:url': address,
      'og:image': `${address}/card.png`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'twitter:card': 'summary_large_image',
    })
  })

  it('shows each text as one visible line, and the id for an invisible label', () => {
    const nodes = [
      { id: 'a', label: '\u202Etxt\u0007\n<b>', tech: '\u009B31m' },
      { id: 'b', label: ' \u200B' },
    ]
    const map = { ...stored(nodes, [{ source: 'a', target: 'b', label: '\u202E"x"' }]), name: '\u202EShop\u0007' }
    const html = sharePage(map, address)
    expect(html).toContain('<dt>txt &lt;b&gt;<small>31m</small></dt><dd>→ b<q>&quot;x&quot;</q></dd>')
    expect(html).toContain('<dt>b</dt>')
    expect(html).toContain('<h1>Shop</h1>')
    expect(html).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
  })

  it.each([
    ['the most services of a plan', 2_000, 10_000, '"'],
    ['few services with long names', 100, 10_000, '𠮷'],
  ])('stays below a megabyte and counts the omitted services, with %s', (_, nodeCount, edgeCount, character) => {
    const nodes = Array.from({ length: nodeCount }, (_it, index) => {
      return { id: `${index}`, label: character.repeat(500), tech: character.repeat(500), spend: 1e9 }
    })
    const edges = Array.from({ length: edgeCount }, (_it, index) => {
      return { source: `${index % nodeCount}`, target: '1', label: character.repeat(120) }
    })
    const html = sharePage(stored(nodes, edges), address)
    expect(Buffer.byteLength(html)).toBeLessThan(1024 ** 2)
    expect(html).toMatch(/and \d+ more/)
  })
})
