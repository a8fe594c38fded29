import express from 'express'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { send } from './answer.ts'
import { openExchange } from './exchange.ts'
import { inTurn } from './in-turn.ts'

it('reads what is streamed as far as it is wanted: for a HEAD, until it is known that there is something', async () => {
  let [given, isClosed] = [0, false]
  async function* pieces() {
    try {
      for (; given < 50; given++) yield 'x'.repeat(1_000)
    } finally {
      isClosed = true
    }
  }
  const app = express()
    .use(inTurn(openExchange([], [])))
    .use(async (_request, response) => send(response, { status: 200, headers: { ETag: '"a"' }, body: pieces() }))
  await using server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, '"a"', ''])
  expect([given, isClosed]).toEqual([0, true])
  expect(await (await fetch(url)).text()).toHaveLength(50_000)
})
