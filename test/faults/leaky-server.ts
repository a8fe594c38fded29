import { openSync } from 'node:fs'
import { createServer } from 'node:http'

/** A program that keeps something of every request, for somebody to notice. */
const kept: unknown[] = []
const server = createServer((request, response) => {
  kept.push(Array.from({ length: 20_000 }, Math.random), request, openSync('/dev/null', 'r'))
  process.on('leak', () => {})
  setInterval(() => {}, 60_000)
  response.end(String(kept.length))
})
process.setMaxListeners(Infinity)
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as { port: number }).port}`))
