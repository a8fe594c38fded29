const MANY = 1_000_000
const records = (): object[] => Array.from({ length: MANY }, (_, index) => ({ index }))
const longText = 'ab'.repeat(4 * MANY)

/** Appends a list to itself; begins again before it is too long for a list. */
function double(last: unknown, append: (list: unknown[]) => unknown[]): unknown[] {
  const list = last as unknown[] | undefined
  return list === undefined || list.length > 50 * MANY ? [{}] : append(list)
}

/** Ways in which memory grows: each returns what is held of a round, until a limit ends the thread. */
export const growthByName: Readonly<Record<string, (round: number, held: readonly unknown[]) => unknown>> = {
  lists: (round) => Array.from({ length: MANY }).fill(round),
  'a list of small numbers': (round) => round,
  'a list of fractions': (round) => round + 0.5,
  'small objects': (round) => ({ round, list: [1, 2], text: `text ${round}` }),
  'a chain of objects': (_round, held) => ({ last: held.at(-1) }),
  'lists of 800 MB': () => Array.from<number>({ length: 100 * MANY }).fill(0.5),
  'a list appended to itself': (_round, held) => double(held.at(-1), (it) => it.concat(it)),
  'a list spread into another': (_round, held) => double(held.at(-1), (it) => [...it, ...it]),
  'text appended to itself': (_round, held) => {
    const last = held.at(-1) as string | undefined
    const text = last === undefined || last.length > 200 * MANY ? 'x' : last + last
    // Searching it makes one text of its parts.
    return text.includes('y') ? '' : text
  },
  'parts of texts': (round) => (longText + round).split('a'),
  'matches of texts': (round) => [...(longText + round).matchAll(/a/g)],
  'replaced texts': (round) => (longText + round).replaceAll('a', 'xyz'),
  'parsed JSON': () => JSON.parse(`[${'[1,2,3],'.repeat(MANY)}1]`) as unknown,
  'written JSON': () => JSON.stringify(records()),
  'sorted texts': (round) =>
    Array.from({ length: MANY }, (_, index) => `${(index * 7_919) % MANY} ${round}`).toSorted(),
  'copied objects': () => structuredClone(records()),
  'maps of objects': () => new Map(records().entries()),
  'sets of texts': (round) => new Set(Array.from({ length: MANY }, (_, index) => `${round} ${index}`)),
  buffers: () => Buffer.alloc(10 * MANY, 1),
}
