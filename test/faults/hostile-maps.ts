import { edgeSchema, nodeSchema, newMapSchema } from '@maps/shared/map'
import type { Canary } from './canary.ts'
import { unverifiedPaths, unverifiedHtml, type EgressPath, egressPaths, egressHtml } from './egress-paths.ts'

/** A map whose texts try to send requests. */
export interface HostileMap {
  name: string
  nodes: { id: string; label: string; tech: string }[]
  edges: { source: string; target: string; label: string }[]
}

/** Injections of an egress path into HTML, JavaScript and URLs. */
const injections: readonly ((code: string, html: string) => string)[] = [
  (_code, html) => html,
  (_code, html) => `"><p title='${html}`,
  (code) => `"><svg onload="${code.replaceAll('"', '&quot;')}">`,
  (code) => `<a href="javascript:${code.replaceAll('"', '&quot;')}">x</a>`,
  (code) => `javascript:${code}`,
  (code) => `');${code};('`,
  (code) => `"}]);${code};//`,
  (code) => `\${(() => { ${code} })()}`,
  (code) => `\u2028${code}\u2028`,
]

/** Injections that consist of a URL. */
const urlInjections: readonly string[] = [
  'http://HOST/',
  '//HOST/',
  'ws://HOST/',
  'url(http://HOST/)',
  'red;background:url(http://HOST/)',
  '</style><style>@import url(http://HOST/);</style>',
  '16px canary; } @font-face { font-family: canary; src: url(http://HOST/)',
  '<?xml-stylesheet href="http://HOST/"?>',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "http://HOST/">]>&y;',
  '![x](http://HOST/)',
  'https://map.canary.test/',
]

/** Colors that would send a request if CSS took them. */
export const hostileColors: readonly string[] = [
  'url(http://127.0.0.1/)',
  'red url(http://127.0.0.1/)',
  'red;background:url(//127.0.0.1)',
  'rgb(0,0,0);src:url(//127.0.0.1)',
  'rgb(url(//127.0.0.1) 0 0)',
  'image(//127.0.0.1)',
  'var(--x,url(//127.0.0.1))',
  'red"onload="fetch(0)',
  'javascript:fetch(0)',
  '</style><img src=//127.0.0.1>',
]

/** Creates small maps with a hostile text in every field. Each field cycles through the texts that its schema accepts. */
export function hostileMaps(count: number, canary: Canary): HostileMap[] {
  const texts = hostileTexts(canary)
  const cycle = (field: { safeParse(text: string): { success: boolean } }): (() => string) => {
    const valid = texts.filter((it) => field.safeParse(it).success)
    let next = 0
    return () => valid[next++ % valid.length]!
  }
  const name = cycle(newMapSchema.shape.name)
  const id = cycle(nodeSchema.shape.id)
  const label = cycle(nodeSchema.shape.label)
  const tech = cycle(nodeSchema.shape.tech)
  const target = cycle(edgeSchema.shape.target)
  const edgeLabel = cycle(edgeSchema.shape.label)
  return Array.from({ length: count }, () => {
    const nodes = Array.from({ length: 9 }, () => ({ id: id(), label: label(), tech: tech() }))
    const ids = nodes.map((it) => it.id)
    const edges = ids.map((source, at) => ({ source, target: ids[at + 1] ?? target(), label: edgeLabel() }))
    return { name: name(), nodes, edges }
  })
}

function hostileTexts(canary: Canary): string[] {
  const html: Readonly<Record<string, string>> = { ...egressHtml, ...unverifiedHtml }
  const [somePath] = Object.keys(egressPaths) as [EgressPath]
  const injected = Object.entries({ ...egressPaths, ...unverifiedPaths }).flatMap(([path, code]) => {
    // Paths without a control share an address: the canary has none for them.
    const address = canary.addressOf(path in egressPaths ? path : somePath)
    return injections.map((it) => it(code, html[path]!).replaceAll('HOST', address))
  })
  return [...injected, ...urlInjections.map((it) => it.replaceAll('HOST', canary.addressOf(somePath)))]
}
