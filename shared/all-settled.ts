/** Works like `Promise.all`, but rejects only when all promises are settled, so that nothing of them goes on after the rejection. */
export async function allSettledOrThrow<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [Key in keyof T]: Awaited<T[Key]> }> {
  await Promise.allSettled(promises)
  return Promise.all(promises)
}
