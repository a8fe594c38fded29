/**
 * Waits for work, up to a time in ms. The work itself continues afterwards. A result that arrived in time is returned even if the event loop
 * was too busy to read it.
 * @throws the error of the work, or `late()`
 */
export async function within<T>(ms: number, work: PromiseLike<T>, late: () => Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  // Timers run before sockets are read.
  const timer = setTimeout(() => setImmediate(() => reject(late())), ms)
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
