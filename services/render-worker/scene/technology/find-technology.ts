import { type Role, roles, technologies } from './technologies.ts'

/** A technology, or a kind of service, with its icon and role. */
export interface Technology {
  /** A name in `icons.json`. */
  icon: string
  role: Role
  /** Whether its name is no word that may mean something else, too. */
  isCertain: boolean
}

/** A technology in a text. */
interface FoundTechnology extends Technology {
  /** Whether the whole text is its name, with words before it and numbers after it at most, as in "Job queues × 3". */
  isSubject: boolean
}

interface Name extends Technology {
  words: readonly string[]
  /** Required position of the words in a part of a text. */
  position: 'anywhere' | 'alone' | 'last' | 'only'
  /** Whether the words match in labels too. */
  inLabels: boolean
}

/** A part of a text, as words in lower case, but for those that are names in capitals. */
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
const EDITION = '(?:alpine|app|ce|cluster|community|core|ee|lts|oss|server|standalone)'
/** Matches an identifier, as of a container image: registry and owner, name, edition or number, version or tag. */
const IDENTIFIER = new RegExp(
  `^(?:[a-z\\d.:-]+/)*(?!${EDITION}(?::|$))([a-z\\d._-]+?)(?:[/_-](?:${EDITION}|\\d[\\d.]*))*(?:[: ](v?\\d[\\w.]*)\\S*|:[\\w.-]+)?$`,
  'u',
)
const VERSION = /^v?\d[\w.]*$/u
/** A version that is no number in a row, as in "node 2". */
const CERTAIN_VERSION = /^(?:v\d|\d\d|\d+\.\d)[\w.]*$/u
/** What stands for versions in the table of technologies. */
const versions: Partial<Record<string, RegExp>> = { '#': VERSION, '##': CERTAIN_VERSION }
/** Words that precede the name of another service. */
const BEFORE_OTHERS = wordSet('for to from via of before behind into without against like the')
/** Words after a name that make another service of it, as in "Kafka exporter". */
const companions =
  'exporter consumer producer pool pooler proxy adapter connector sdk compatible webhook webhooks protocol driver client migration ui cli backup operator script'
/** The same, by the role of the named service. */
const companionsOf: Partial<Record<Role, ReadonlySet<string>>> = {
  client: wordSet('service services server api backend db database table tables topic topics'),
  service: wordSet('migration'),
  store: wordSet(`${companions} api queue queues worker workers`),
  queue: wordSet(`${companions} api worker workers`),
  external: wordSet(companions),
  operations: wordSet(companions),
}
/** Words that may precede and follow a name with the position `alone`. */
const VENDORS = wordSet('amazon apache aws azure cloud gcp google microsoft')
const AFTER_NAME = wordSet(
  'service services microservice worker workers app web server servers cluster api backend client spa pro instance instances job jobs table tables topic topics',
)

/** Positions by the prefix of a name in the table of technologies. */
const positions: Partial<Record<string, Name['position']>> = {
  '=': 'alone',
  '~': 'alone',
  '…': 'last',
  '~…': 'last',
  '-': 'only',
}

const names = roles.flatMap((role) =>
  Object.entries(technologies[role]).flatMap(([icon, texts]) => texts.split(', ').map((it) => nameOf(it, icon, role))),
)
/** Names by their first word, longer names first. */
const namesByWord = Map.groupBy(
  names.toSorted((a, b) => b.words.length - a.words.length),
  (name) => name.words[0],
)

/** Words of names in capitals: in lower case they mean something else, as SWIFT and Swift do. */
const capitals = new Set(names.flatMap((it) => it.words).filter((it) => it !== it.toLowerCase()))

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

function nameOf(text: string, icon: string, role: Role): Name {
  const [prefix = ''] = /^[=~…-]*/u.exec(text) ?? []
  const position = positions[prefix] ?? 'anywhere'
  const words = text.slice(prefix.length).split(' ')
  const isCertain = position === 'anywhere' || position === 'last'
  return { icon, role, words, position, isCertain, inLabels: !text.startsWith('~') }
}

/** Finds the first technology or kind of service that a text names; undefined if none is certain. */
export function findTechnology(text: string, field: 'tech' | 'label'): FoundTechnology | undefined {
  const parts = partsOf(text.slice(0, MAX_LENGTH))
  for (const part of parts) {
    for (let at = 0; at < part.words.length; at++) {
      const name = namesByWord
        .get(part.words[at])
        ?.find((it) => (it.inLabels || field === 'tech') && matchesAt(it, part, at))
      if (name) return { ...name, isSubject: parts.length === 1 && !part.isCut && isAtEnd(name, part.words, at) }
    }
  }
  return undefined
}

function partsOf(text: string): Part[] {
  return text.split(PART_END).flatMap((part): Part[] => {
    const [, name, version = []] = IDENTIFIER.exec(part.trim()) ?? []
    if (name !== undefined) {
      const wholeAndLast = [[name, version].flat(), name.split(/[_-]/u).slice(-1)]
      return wholeAndLast.map((words, index) => ({ words, isCut: index === 1 }))
    }
    const words = (part.match(WORD) ?? []).map((it) => (capitals.has(it) ? it : it.toLowerCase()))
    const cut = words.findIndex((it) => BEFORE_OTHERS.has(it))
    return [{ words: cut === -1 ? words : words.slice(0, cut), isCut: cut !== -1 }]
  })
}

function matchesAt(name: Name, { words, isCut }: Part, at: number): boolean {
  const end = at + name.words.length
  const found = words.slice(at, end)
  if (!name.words.every((it, i) => it === found[i] || versions[it]?.test(found[i] ?? ''))) return false
  if (words.slice(end).some((word) => companionsOf[name.role]?.has(word))) return false
  if (name.position === 'anywhere') return true
  if (name.position === 'last') return isAtEnd(name, words, at)
  if (name.position === 'only') return at === 0 && end === words.length
  if (isCut || !words.slice(0, at).every((word) => VENDORS.has(word))) return false
  return words.slice(end).every((word) => VERSION.test(word) || AFTER_NAME.has(word))
}

/** Whether no words but numbers follow a name. */
function isAtEnd(name: Name, words: readonly string[], at: number): boolean {
  return words.slice(at + name.words.length).every((word) => VERSION.test(word))
}
