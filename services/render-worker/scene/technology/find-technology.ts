import { type Role, roles, technologies } from './technologies.ts'

/** A technology, or a kind of service, with its icon and role. */
export interface Technology {
  /** A name in `icons.json`. */
  icon: string
  role: Role
  /** Whether its name is no word that may mean something else, too. */
  isCertain: boolean
}

interface Name extends Omit<Technology, 'isCertain'> {
  words: readonly string[]
  /** Required position of the words in a part of a text. */
  position: 'anywhere' | 'alone' | 'last' | 'only'
  /** Whether the words match in labels too. */
  inLabels: boolean
}

/** A part of a text, as words in lower case. */
interface Part {
  words: readonly string[]
  /** Whether words were cut off: about other services, as in "exports to BigQuery", or the first ones of an identifier. */
  isCut: boolean
}

/** Maximum number of characters to search: texts are names, not prose. */
const MAX_LENGTH = 120
const PART_END = /[,;·|()\n]|:\s|\s[+/–—]\s|\s(?:on(?!\srails)|in|with|using|and|or)\s/iu
/** Matches a word, as in ".NET", "C++" or "Node.js". A hyphen or dot inside is part of the word. */
const WORD = /\.?[\p{L}\p{N}](?:[\p{L}\p{N}_’'.-]*[\p{L}\p{N}_’'])?(?:\+\+|#)?/gu
/** Matches an identifier, as of a container image: registry and owner, name, edition, tag or version. */
const IDENTIFIER =
  /^(?:[a-z\d.:-]+\/)*([a-z\d._-]+?)(?:[/_-](?:alpine|ce|cluster|community|ee|lts|oss|server|standalone))*(?::([\w.-]+)| (v?\d\S*))?$/u
const VERSION = /^v?\d[\w.]*$/u
/** Words that precede the name of another service. */
const BEFORE_OTHERS = new Set('for to from via of before behind into without against like front'.split(' '))
/** Words of a service that supports the named one, as in "Kafka exporter". */
const companionWords =
  'exporter consumer producer pool pooler proxy adapter connector sdk compatible webhook webhooks protocol driver client replica migration'
const companions = new Set(companionWords.split(' '))
const companionsAndApis = new Set([...companions, 'api'])
/** Words of supporting services, by the role of the named service. */
const companionsOf: Record<Role, ReadonlySet<string>> = {
  client: new Set(['service', 'services', 'server', 'api', 'backend', 'db', 'database']),
  edge: new Set(),
  service: new Set(['migration']),
  store: companionsAndApis,
  queue: companionsAndApis,
  external: companions,
  operations: companions,
}
/** Words that may follow a name with the position `alone`. */
const AFTER_NAME = new Set(
  'service services worker workers app server servers cluster api backend client spa pro'.split(' '),
)

/** Positions by the prefix of a name in the table of technologies. */
const positions: Partial<Record<string, Name['position']>> = { '=': 'alone', '~': 'alone', '…': 'last', '-': 'only' }

/** Names by their first word, longer names first. */
const namesByWord = Map.groupBy(
  roles
    .flatMap((role) =>
      Object.entries(technologies[role]).map(([icon, names]) => ({ technology: { icon, role }, names })),
    )
    .flatMap(({ technology, names }) => names.split(', ').map((name) => nameOf(name, technology)))
    .toSorted((a, b) => b.words.length - a.words.length),
  (name) => name.words[0],
)

function nameOf(text: string, technology: Pick<Technology, 'icon' | 'role'>): Name {
  const position = positions[text.charAt(0)] ?? 'anywhere'
  const words = (position === 'anywhere' ? text : text.slice(1)).split(' ')
  return { ...technology, words, position, inLabels: !text.startsWith('~') }
}

/** Finds the first technology or kind of service that a text names; undefined if none is certain. */
export function findTechnology(text: string, field: 'tech' | 'label'): Technology | undefined {
  for (const part of partsOf(text.slice(0, MAX_LENGTH))) {
    for (let at = 0; at < part.words.length; at++) {
      const name = namesByWord
        .get(part.words[at])
        ?.find((it) => (it.inLabels || field === 'tech') && matchesAt(it, part, at))
      if (name)
        return { icon: name.icon, role: name.role, isCertain: name.position === 'anywhere' || name.position === 'last' }
    }
  }
  return undefined
}

function partsOf(text: string): Part[] {
  return text.split(PART_END).flatMap((part): Part[] => {
    const [, name, tag, version] = IDENTIFIER.exec(part.trim()) ?? []
    if (name !== undefined) {
      const whole = { words: [name, ...versionsIn(tag ?? version)], isCut: false }
      return [whole, { words: name.split(/[_-]/u).slice(-1), isCut: true }]
    }
    const words = part.toLowerCase().match(WORD) ?? []
    const cut = words.findIndex((it) => BEFORE_OTHERS.has(it))
    return [{ words: cut === -1 ? words : words.slice(0, cut), isCut: cut !== -1 }]
  })
}

/** The version in the tag of an image: "20" of "20-alpine". */
function versionsIn(tag = ''): string[] {
  const [version = ''] = tag.split('-')
  return VERSION.test(version) ? [version] : []
}

function matchesAt(name: Name, { words, isCut }: Part, at: number): boolean {
  const end = at + name.words.length
  if (!name.words.every((word, index) => matches(word, words[at + index]))) return false
  if (words.slice(end).some((word) => companionsOf[name.role].has(word))) return false
  if (name.position === 'anywhere') return true
  if (name.position === 'last') return end === words.length
  if (name.position === 'only') return at === 0 && end === words.length
  return at === 0 && !isCut && words.slice(end).every((word) => VERSION.test(word) || AFTER_NAME.has(word))
}

function matches(word: string, found: string | undefined): boolean {
  return word === '#' ? found !== undefined && VERSION.test(found) : word === found
}
