/** An answer of the API, read to its end. */
export interface Answer {
  status: number
  contentType: string
  bytes: Buffer
}

export type Client = (method: string, path: string, body?: unknown) => Promise<Answer>

/**
 * The API as the holder of a token sees it.
 * @param findGateway the address of the gateway that the next request goes to
 */
export function createClient(findGateway: () => string, token: string): Client {
  return async (method, path, body) => {
    const response = await fetch(`${findGateway()}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      bytes: Buffer.from(await response.arrayBuffer()),
    }
  }
}
