/** Creates a function that runs at most `limit` tasks of each key at a time. Further tasks of the key wait in order. */
export function createConcurrencyLimit(limit: number) {
  const lanes = new Map<string, { running: number; waiting: (() => void)[] }>()

  return async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(key) ?? { running: 0, waiting: [] }
    lanes.set(key, lane)
    if (lane.running < limit) lane.running++
    else await new Promise<void>((resolve) => lane.waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = lane.waiting.shift()
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }
}
