/** A response of the API with its whole body. */
export interface ApiResponse {
  status: number
  contentType: string
  bytes: Buffer
}

/** Sends a request with a JSON body to the API. */
export type Client = (method: string, path: string, body?: unknown) => Promise<ApiResponse>

/**
 * Creates a client of the API with a token.
 * @param findGateway returns the base URL of the gateway for the next request
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
