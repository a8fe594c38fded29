/** A few things, each used by one piece of work at a time. */
export interface Pool<T> {
  use<Result>(work: (thing: T) => Promise<Result>): Promise<Result>
}

export function createPool<T>(things: readonly T[]): Pool<T> {
  const free = [...things]
  const waiting: ((thing: T) => void)[] = []
  return {
    async use(work) {
      const thing = free.pop() ?? (await new Promise<T>((resolve) => waiting.push(resolve)))
      try {
        return await work(thing)
      } finally {
        const next = waiting.shift()
        if (next) next(thing)
        else free.push(thing)
      }
    },
  }
}
