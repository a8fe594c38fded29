import { openSync } from 'node:fs'
import { createServer } from 'node:http'

/** A server that leaks memory, a request, a file descriptor, a listener and a timer with each request. */
const leaked: unknown[] = []
const server = createServer((request, response) => {
  leaked.push(Array.from({ length: 20_000 }, Math.random), request, openSync('/dev/null', 'r'))
  process.on('leak', () => {})
  setInterval(() => {}, 60_000)
  response.end(String(leaked.length))
})
process.setMaxListeners(Infinity)
server.listen(0, '127.0.0.1', () => console.log(`port ${(server.address() as { port: number }).port}`))
