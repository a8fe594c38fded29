/** Formats an ISO 8601 time in the user's time zone, as in "2026-03-01 14:05". */
export function localTime(iso: string): string {
  const time = new Date(iso)
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 16).replace('T', ' ')
}
