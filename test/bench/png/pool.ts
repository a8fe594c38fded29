/** A pool of resources: each is used by one task at a time. */
export interface Pool<T> {
  use<Result>(work: (resource: T) => Promise<Result>): Promise<Result>
}

/** Creates a pool. Tasks wait in order for a free resource. */
export function createPool<T>(resources: readonly T[]): Pool<T> {
  const free = [...resources]
  const waiting: ((resource: T) => void)[] = []
  return {
    async use(work) {
      const resource = free.pop() ?? (await new Promise<T>((resolve) => waiting.push(resolve)))
      try {
        return await work(resource)
      } finally {
        const next = waiting.shift()
        if (next) next(resource)
        else free.push(resource)
      }
    },
  }
}
