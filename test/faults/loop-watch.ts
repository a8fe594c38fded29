/**
 * Preloaded into a gateway with `--import`: logs each stretch of work that keeps the event loop from its timers for at least
 * MIN_LOGGED_MS of processor time. Processor time instead of wall time, so that other programs of the machine do not count.
 */
const MIN_LOGGED_MS = 20
const INTERVAL_MS = 5

let before = process.threadCpuUsage()
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before)
  before = process.threadCpuUsage()
  const stretchMs = (user + system) / 1_000
  if (stretchMs >= MIN_LOGGED_MS) console.log(JSON.stringify({ msg: 'stretch', stretchMs }))
}, INTERVAL_MS).unref()
