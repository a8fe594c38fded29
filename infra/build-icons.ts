/**
 * Generates the icons of the technology table: brand marks from Simple Icons, kinds of service from Lucide.
 * Each icon is one path in a viewBox of 24 × 24. ICONS.md lists the source and the owner's terms of each mark.
 */
import { writeFile } from 'node:fs/promises'
import lucideFile from 'lucide-static/icon-nodes.json' with { type: 'json' }
import * as simpleIcons from 'simple-icons'
import { technologies } from '../services/render-worker/scene/technology/technologies.ts'

type Shape = [tag: string, attributes: Record<string, string>]

const folder = new URL('../services/render-worker/scene/technology/', import.meta.url)
const kinds = {
  analytics: 'chart-column',
  app: 'box',
  balancer: 'split',
  browser: 'app-window',
  business: 'briefcase-business',
  cache: 'zap',
  cdn: 'globe',
  chat: 'messages-square',
  config: 'sliders-horizontal',
  database: 'database',
  dns: 'signpost',
  firewall: 'shield',
  function: 'square-function',
  gateway: 'waypoints',
  identity: 'key-round',
  java: 'coffee',
  mail: 'mail',
  message: 'message-square',
  model: 'brain',
  monitoring: 'activity',
  network: 'network',
  payment: 'credit-card',
  people: 'users',
  person: 'user',
  phone: 'smartphone',
  pipeline: 'git-branch',
  queue: 'rows-3',
  registry: 'boxes',
  schedule: 'calendar-clock',
  search: 'search',
  secret: 'lock-keyhole',
  server: 'server',
  storage: 'archive',
  tool: 'wrench',
  warehouse: 'warehouse',
  worker: 'cog',
  workflow: 'workflow',
} as const satisfies Record<string, string>

const lucide = lucideFile as unknown as Record<string, Shape[]>
const marks = new Map(Object.values(simpleIcons).flatMap((it) => ('slug' in it ? [[it.slug, it]] : [])))
const names = Object.values(technologies).flatMap((icons) => Object.keys(icons))
const used = [...new Set(names)].toSorted()

const icons = Object.fromEntries(used.map((name) => [name, iconOf(name)]))
await writeFile(new URL('icons.json', folder), `${JSON.stringify(icons, undefined, 1)}\n`)
await writeFile(new URL('ICONS.md', folder), notices())

function iconOf(name: string): { d: string; isOutline?: true } {
  const kind = (kinds as Record<string, string>)[name]
  if (kind !== undefined) return { d: (lucide[kind] ?? throwMissing(kind)).map(pathOf).join(''), isOutline: true }
  return { d: (marks.get(name) ?? throwMissing(name)).path }
}

function throwMissing(name: string): never {
  throw new Error(`neither Simple Icons nor the list of kinds has ${name}`)
}

/** Converts an SVG shape into path data. */
function pathOf([tag, attributes]: Shape): string {
  const number = (name: string): number => Number(attributes[name] ?? 0)
  switch (tag) {
    case 'path':
      // A relative first point counts from the origin, not from the end of the shape before.
      return (attributes['d'] ?? '').replace(/^m/u, 'M0 0m')
    case 'line':
      return `M${number('x1')} ${number('y1')}L${number('x2')} ${number('y2')}`
    case 'circle':
      return ellipse(number('cx'), number('cy'), number('r'), number('r'))
    case 'ellipse':
      return ellipse(number('cx'), number('cy'), number('rx'), number('ry'))
    case 'rect':
      return roundedRect(number('x'), number('y'), number('width'), number('height'), number('rx'))
    default:
      throw new Error(`no path for <${tag}>`)
  }
}

function ellipse(cx: number, cy: number, rx: number, ry: number): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0Z`
}

function roundedRect(x: number, y: number, width: number, height: number, r: number): string {
  const corner = (dx: number, dy: number): string => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const across = width - 2 * r
  const down = height - 2 * r
  return `M${x + r} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}Z`
}

function notices(): string {
  const rows = used.flatMap((name) => {
    const mark = marks.get(name)
    if (!mark || name in kinds) return []
    const terms = [mark.guidelines && `[guidelines](${mark.guidelines})`, mark.license?.type].filter(Boolean).join(', ')
    return [`| ${mark.title} | <${mark.source}> | ${terms || 'none known'} |`]
  })
  return `# Icons

Written by \`npm run build:icons\`. A mark belongs to its owner and is shown to name the owner's product, nothing else;
it says nothing about an endorsement. An owner who wants a mark gone is asked to open an issue.

The marks are taken from [Simple Icons](https://simpleicons.org), a collection under CC0 1.0. The icons of kinds of
service are from [Lucide](https://lucide.dev), under the ISC licence, © Lucide Icons and Contributors, partly © Cole
Bemis (Feather, MIT).

| Mark | Source | Terms |
| --- | --- | --- |
${rows.join('\n')}
`
}
