/** Does the work of all inputs, so many at a time. @returns the results, in the order of the inputs */
export async function inFlight<T, R>(
  inputs: readonly T[],
  count: number,
  work: (input: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = inputs.entries()
  const worker = async (): Promise<void> => {
    for (const [index, input] of waiting) results[index] = await work(input)
  }
  await Promise.all(Array.from({ length: count }, worker))
  return results
}
