/** Whether a value can be sent in an HTTP header. For one that cannot, `fetch` throws an error that quotes it, even a token. */
export function isHeaderValue(value: string): boolean {
  return /^[\x21-\x7e]+$/.test(value)
}
