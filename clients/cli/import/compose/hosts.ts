/** Matches a word in the name of a variable whose value may be a bare host name. */
const ADDRESS_WORD =
  /^(?:(?:PG|DB|JDBC|MYSQL|REDIS|MONGO)?(?:HOST(?:S|NAMES?|ADDR)?|SERVERS?|UR[IL]S?)|ADDR(?:S|ESS|ESSES)?|ENDPOINTS?|BROKERS?)\d*$/i
/** Matches the end of such a name. */
const ADDRESS_END = /^(?:SEED|NODE)S?$/i
/** Matches the last two words of a name that is of something else, at an address, or of the own addresses. */
const OTHER_END = /^ALLOWED_HOSTS?$|(?:^|_)(?:USER|USERNAME|(?<!HOST_)NAME|ROLE|DATABASE|THEME|CLASS)$/i
/** Matches clients of databases, whose option -h is the host. */
const DATABASE_CLIENT = /^(?:.*\/)?(?:psql|pg_\w+|redis-cli|mysql\w*|mariadb[\w-]*)$/

/**
 * Matches the host of a URL, a host before a port, that of a connection string, `Server=tcp:db,1433;Database=shop` or `host=db user=app`, and what a
 * client looks up by DNS, `dnssrv+_grpc._tcp.store`. The name and password in a URL are neither, nor is the path of one without a host,
 * `sqlite:////app/shop.db`, nor an image before its tag, `redis:7.2-alpine`. A match begins only at the first character of a name: else the search
 * would take quadratic time.
 */
const ADDRESS =
  /(?<!\/)\/\/(?:[^\s/@]*@)?([\w.-]+)|(?<![\w.-])dns(?:srv(?:noa)?)?\+([\w.-]+)|(?<![\w.-])([\w.-]+):\d+(?![\w.-])|(?:^|[;\s])(?:host|server|data ?source|addr(?:ess)?) *= *(?:tcp:)?([\w.-]+)(?![\w.-]|:\/\/)/gi

/**
 * Finds hosts in an environment value: `db` in `DB_HOST=db`, `DATABASE_URL=postgres://app:secret@db:5432/shop`,
 * `BROKERS=db:9092,other:9092` and `DSN=host=db user=app`. A value that is one word is a host only if the name of its variable says so: `POSTGRES_USER=app`
 * names a user.
 */
export function hostsIn(name: string, value: string): string[] {
  const bare = isAddressName(name) ? value.split(/[\s,;]+/).filter((it) => /^[\w.-]+$/.test(it)) : []
  const addressed = Array.from(value.matchAll(ADDRESS), ([, ...hosts]) => hosts.find((it) => it !== undefined)!)
  // A name of a DNS service record begins with its port and protocol.
  return [...bare, ...addressed].map((it) => it.replace(/^_[^.]+\._[^.]+\./, ''))
}

/** Whether a name of several words, as in `DB_HOST`, `db-host` and `dbHost`, is of an address. */
function isAddressName(name: string): boolean {
  const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, '_').split(/[_.-]+/)
  if (OTHER_END.test(words.slice(-2).join('_'))) return false
  return ADDRESS_END.test(words.at(-1)!) || words.some((it) => ADDRESS_WORD.test(it))
}

/**
 * Finds hosts in the words of a command: `db` in `--db-host=db`, in `--db-host db`, in `psql -h db` and in `--url=postgres://db/shop`. A word may be a line
 * of several, as after `sh -c`.
 */
export function hostsInWords(command: readonly string[]): string[] {
  const words = command.flatMap((it) => it.split(/[\s"']+/)).filter((it) => it !== '')
  const client = words.findIndex((it) => DATABASE_CLIENT.test(it))
  return words.flatMap((word, index) => {
    if (words[index - 1] === '-h' && client >= 0 && client < index) return hostsIn('host', word)
    const [, option, value] = /^--?([\w.-]+)=(.*)$/s.exec(word) ?? []
    if (value !== undefined) return hostsIn(option!, value)
    const [optionBefore = ''] = /^--?[\w.-]+$/.exec(words[index - 1] ?? '') ?? []
    return hostsIn(optionBefore, word)
  })
}
