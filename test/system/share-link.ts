import type { RestClient } from '../rig/rest-client.ts'

/** Reads the address of a map's public page from its Link header. @returns undefined for a private map */
export async function readShareUrl(client: RestClient, mapId: string): Promise<string | undefined> {
  const { headers } = await client.request('GET', `/maps/${mapId}`)
  return /<([^>]+)>; rel="alternate"; type="text\/html"/.exec(headers.get('link') ?? '')?.[1]
}
