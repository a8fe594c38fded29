import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface TokenProxy extends AsyncDisposable {
  url: string
  /** From now on, requests go to this gateway with this token. */
  lead(gatewayUrl: string, token: string): void
}

/** Stands before a gateway for programs that cannot send a token. */
export async function startTokenProxy(): Promise<TokenProxy> {
  let gateway = ''
  let authorization = ''
  const server = createServer((request, response) => {
    const options = { method: request.method, headers: { ...request.headers, authorization } }
    const passedOn = ask(new URL(request.url!, gateway), options, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passedOn)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(gatewayUrl, token) {
      gateway = gatewayUrl
      authorization = `Bearer ${token}`
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
