import { request as ask } from 'node:http'
import { startServer, type TestServer } from './http-server.ts'

export interface TokenProxy extends TestServer {
  /** From now on, requests go to this gateway with this token. */
  lead(gatewayUrl: string, token: string): void
}

/** Stands before a gateway for programs that cannot send a token. */
export async function startTokenProxy(): Promise<TokenProxy> {
  let gateway = ''
  let authorization = ''
  const server = await startServer((request, response) => {
    const options = { method: request.method, headers: { ...request.headers, authorization } }
    const passedOn = ask(new URL(request.url!, gateway), options, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passedOn)
  })
  return {
    ...server,
    lead(gatewayUrl, token) {
      gateway = gatewayUrl
      authorization = `Bearer ${token}`
    },
  }
}
