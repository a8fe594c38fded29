import { edgeSchema, nodeSchema, newMapSchema } from '@maps/shared/map'
import type { Canary } from './canary.ts'
import { furtherWays, furtherWaysAsHtml, type WayOut, egressPaths, waysOutAsHtml } from './egress-paths.ts'

export interface HostileMap {
  name: string
  nodes: { id: string; label: string; tech: string }[]
  edges: { source: string; target: string; label: string }[]
}

/** Texts that would make a request if a program took them for its own language. */
const disguises: readonly ((code: string, html: string) => string)[] = [
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

/** They ask for nothing but an address. */
const bareTexts: readonly string[] = [
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

/** Small maps whose every text is one of these, as far as it is not too long for its field; all of them in turn. */
export function hostileMaps(count: number, canary: Canary): HostileMap[] {
  const texts = hostileTexts(canary)
  const inTurn = (field: { safeParse(text: string): { success: boolean } }): (() => string) => {
    const fitting = texts.filter((it) => field.safeParse(it).success)
    let at = 0
    return () => fitting[at++ % fitting.length]!
  }
  const name = inTurn(newMapSchema.shape.name)
  const id = inTurn(nodeSchema.shape.id)
  const label = inTurn(nodeSchema.shape.label)
  const tech = inTurn(nodeSchema.shape.tech)
  const target = inTurn(edgeSchema.shape.target)
  const edgeLabel = inTurn(edgeSchema.shape.label)
  return Array.from({ length: count }, () => {
    const nodes = Array.from({ length: 3 }, () => ({ id: id(), label: label(), tech: tech() }))
    const [one, two] = nodes.map((it) => it.id) as [string, string]
    const edges = [
      { source: one, target: two, label: edgeLabel() },
      { source: two, target: target(), label: edgeLabel() },
    ]
    return { name: name(), nodes, edges }
  })
}

function hostileTexts(canary: Canary): string[] {
  const html: Readonly<Record<string, string>> = { ...waysOutAsHtml, ...furtherWaysAsHtml }
  const [someWay] = Object.keys(egressPaths) as [WayOut]
  const disguised = Object.entries({ ...egressPaths, ...furtherWays }).flatMap(([way, code]) => {
    // What needs no address of its own shares one.
    const address = canary.addressOf(way in egressPaths ? way : someWay)
    return disguises.map((it) => it(code, html[way]!).replaceAll('HOST', address))
  })
  return [...disguised, ...bareTexts.map((it) => it.replaceAll('HOST', canary.addressOf(someWay)))]
}
