/** Matches names of variables whose value may be a bare host name. */
const ADDRESS_NAME = /HOST|SERVER|ADDR|URL|URI(?!TY)|ENDPOINT|BROKER|SEEDS?$|NODES?$/i

/**
 * Matches the host of a URL, a host before a port, and that of a connection string: `Server=tcp:db,1433;Database=shop` or `host=db user=app`. The name
 * and password in a URL are neither, nor is the path of one without a host, `sqlite:////app/shop.db`, nor an image before its tag, `redis:7.2-alpine`. A
 * match begins only at the first character of a name: else the search would take quadratic time.
 */
const ADDRESS =
  /(?<!\/)\/\/(?:[^\s/@]*@)?([\w.-]+)|(?<![\w.-])([\w.-]+):\d+(?![\w.-])|(?:^|[;\s])(?:host|server|data ?source|addr(?:ess)?) *= *(?:tcp:)?([\w.-]+)(?![\w.-]|:\/\/)/gi

/**
 * Finds hosts in an environment value: `db` in `DB_HOST=db`, `DATABASE_URL=postgres://app:secret@db:5432/shop`,
 * `BROKERS=db:9092,other:9092` and `DSN=host=db user=app`. A value that is one word is a host only if the name of its variable says so: `POSTGRES_USER=app`
 * names a user.
 */
export function hostsIn(name: string, value: string): string[] {
  const bare = ADDRESS_NAME.test(name) ? value.split(/[\s,;]+/).filter((it) => /^[\w.-]+$/.test(it)) : []
  const addressed = Array.from(value.matchAll(ADDRESS), ([, urlHost, portHost, host]) => urlHost ?? portHost ?? host!)
  return [...bare, ...addressed]
}

/**
 * Finds hosts in the words of a command: `db` in `--db-host=db`, in `--db-host db` and in `--url=postgres://db/shop`. A word may be a line
 * of several, as after `sh -c`.
 */
export function hostsInWords(command: readonly string[]): string[] {
  const words = command.flatMap((it) => it.split(/[\s"']+/)).filter((it) => it !== '')
  return words.flatMap((word, index) => {
    const [, option, value] = /^--?([\w.-]+)=(.*)$/s.exec(word) ?? []
    if (value !== undefined) return hostsIn(option!, value)
    const [optionBefore = ''] = /^--?[\w.-]+$/.exec(words[index - 1] ?? '') ?? []
    return hostsIn(optionBefore, word)
  })
}
