/** Runs `work` for all inputs, `limit` at a time. @returns the results in the order of the inputs */
export async function runConcurrently<T, R>(
  inputs: readonly T[],
  limit: number,
  work: (input: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  const waiting = inputs.entries()
  const worker = async (): Promise<void> => {
    for (const [index, input] of waiting) results[index] = await work(input)
  }
  await Promise.all(Array.from({ length: limit }, worker))
  return results
}
