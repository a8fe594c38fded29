import { describe, expect, it } from 'vitest'
import { readIds } from '@maps/shared/view/id-list'
import { createSharePages, sharePage } from './share-page.ts'
import { focusesByName } from './share-services.ts'

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
    const { html } = sharePage(stored(nodes, edges), address)
    expect(html).toContain(
      '<dt><a href="?focus=Web"><bdi>Web</bdi></a><small><bdi>Next.js</bdi></small><b>$2.4k<i>/mo</i></b></dt>' +
        '<dd>↔ <bdi>b</bdi><q><bdi>orders</bdi></q></dd><dd>→ <bdi>gone</bdi></dd><dd>– <bdi>b</bdi></dd>',
    )
    expect(html).toContain(
      '<span>2 services</span><span>3 connections</span><span>$2.4k + €1.1k per month</span>' +
        '<span><time datetime="1970-01-01T00:00:00.000Z">1 January 1970</time></span>',
    )
    expect(html).not.toMatch(/2431|1149/)
  })

  it('has meta tags with its title, its facts and a picture of 1200 x 630, as absolute URLs', () => {
    const { html } = sharePage(stored([{ id: 'a', label: 'Web' }], []), address)
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
    const { html } = sharePage(map, address)
    expect(html).toContain(
      '<dt><a href="?focus=txt%20%3Cb%3E"><bdi>txt &lt;b&gt;</bdi></a><small><bdi>31m</bdi></small></dt><dd>→ <bdi>b</bdi><q><bdi>&quot;x&quot;</bdi></q></dd>',
    )
    expect(html).toContain('<dt><a href="?focus=b"><bdi>b</bdi></a></dt>')
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
    const { html } = sharePage(stored(nodes, edges), address)
    expect(Buffer.byteLength(html)).toBeLessThan(1024 ** 2)
    expect(html).toMatch(/and \d+ more/)
  })

  describe('around a service', () => {
    const nodes = [
      { id: 'a', label: 'Web' },
      { id: 'b,*', label: 'Orders' },
      { id: 'c', label: 'Orders' },
      { id: 'd', label: 'Mail & <b>' },
      { id: 'e', label: 'Far' },
    ]
    const edges = [
      { source: 'a', target: 'b,*' },
      { source: 'd', target: 'c' },
      { source: 'd', target: 'e' },
    ]
    const pageOf = (focus?: string) => sharePage(stored(nodes, edges), address, focus)

    it('has the picture and the list of what is around all services of the name, and a way back', () => {
      const { html, focuses } = pageOf('Orders')
      expect(focuses.get('Orders')).toBe(String.raw`b\,\*,c`)
      expect(html).toContain('<title>Orders · Shop</title>')
      expect(html).toContain(
        '<p class="view"><span>View of 4 of 5 services: around Orders, Orders, 1 step</span><a href="s">Whole map</a></p>',
      )
      const terms = [...html.matchAll(/<dt><a href="([^"]+)"( aria-current="page")?>/g)].map((it) => it.slice(1, 3))
      const current = ['?focus=Orders', ' aria-current="page"']
      expect(terms).toEqual([['?focus=Web', undefined], current, current, ['?focus=Mail%20%26%20%3Cb%3E', undefined]])
      const files = [...html.matchAll(/"s\/(map\.[^"]*)"/g)].map((it) => it[1])
      expect(new Set(files)).toEqual(new Set(['map.svg', 'map.svg?focus=Orders', 'map.png?focus=Orders']))
      expect(html).toContain('alt="Architecture map of Shop: View of 4 of 5 services')
    })

    it('is the whole map, and says so, for a name that it does not have', () => {
      const { html, focuses } = pageOf('</p><script>')
      expect(focuses.has('</p><script>')).toBe(false)
      expect(html).toContain('The link names a service that this map does not have')
      expect(html.replace(/<p class="view">.*\n/, '')).toBe(pageOf().html)
    })
  })

  it('is one page, made once, for all names that the map does not have', () => {
    const pageOf = createSharePages(() => address)
    const map = stored([{ id: 'a', label: 'Web' }], [])
    expect(pageOf(map, 'x')).toBe(pageOf(map, 'y'))
    expect(pageOf(map, 'x')).not.toBe(pageOf(map, undefined))
    expect(pageOf(map, 'Web').html).toContain('View of 1 of 1')
  })

  it('leads to views around the services that it lists, and to no others', () => {
    const nodes = Array.from({ length: 2_000 }, (_, index) => ({ id: `${index}`, label: `Service ${index}` }))
    const hub = nodes.map(({ id }) => ({ source: '0', target: id }))
    const whole = sharePage(stored(nodes, hub), address).html
    const linksIn = (html: string) => [...html.matchAll(/<a href="\?focus=([^"]+)"/g)].map((it) => it[1])
    expect(linksIn(whole)).toHaveLength(400)
    expect(focusesByName(nodes).get('Service 399')).toBe('399')
    expect(focusesByName(nodes).has('Service 400')).toBe(false)
    // The view of a service that is not listed has no link to a view around it.
    const last = [{ source: '0', target: '1999' }]
    expect(linksIn(sharePage(stored(nodes, last), address, 'Service 0').html)).toEqual(['Service%200'])
  })

  it('takes as many services of one name as a focus may have', () => {
    const nodes = Array.from({ length: 100 }, (_, index) => ({ id: `${'i'.repeat(190)}${index}`, label: 'Same' }))
    const ids = readIds(focusesByName(nodes).get('Same')!)
    expect(ids).toEqual(nodes.slice(0, 5).map((it) => it.id))
    expect(ids.join(',').length).toBeLessThanOrEqual(1_000)
    const odd = [{ id: String.raw`a,b\*`, label: 'Odd' }]
    expect(readIds(focusesByName(odd).get('Odd')!)).toEqual([odd[0]!.id])
  })
})
