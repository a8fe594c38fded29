import { request as sendRequest } from 'node:http'
import { startServer, type TestServer } from './http-server.ts'

/** An HTTP proxy that adds a token to requests. */
export interface TokenProxy extends TestServer {
  /** Sets the gateway and the token of all later requests. */
  setTarget(gatewayUrl: string, token: string): void
}

/** Starts a proxy before a gateway, for clients that cannot send a token. */
export async function startTokenProxy(): Promise<TokenProxy> {
  let gateway = ''
  let authorization = ''
  const server = await startServer((request, response) => {
    const options = { method: request.method, headers: { ...request.headers, authorization } }
    const forwarded = sendRequest(new URL(request.url!, gateway), options, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.headers)
      upstream.pipe(response)
    })
    request.pipe(forwarded)
  })
  return {
    ...server,
    setTarget(gatewayUrl, token) {
      gateway = gatewayUrl
      authorization = `Bearer ${token}`
    },
  }
}
