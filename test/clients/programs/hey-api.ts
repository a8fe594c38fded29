import { createClient } from './hey-api/client/index.ts'
import { createMap, exportPng, updateMap } from './hey-api/index.ts'
import type { Run } from './run.ts'

export const run: Run = async (baseUrl, token) => {
  const client = createClient({ baseUrl, auth: token })
  const created = await createMap({ client, body: { name: 'first' }, throwOnError: true })
  const { id } = created.data.map
  const headers = { 'If-Match': created.response.headers.get('etag')! }
  const changed = await updateMap({ client, path: { id }, headers, body: { name: 'second' }, throwOnError: true })
  const picture = await exportPng({ client, path: { id }, query: { scale: 1, icons: false }, throwOnError: true })
  const png = new Uint8Array(await (picture.data as Blob).arrayBuffer())
  return { id, name: changed.data.map.name, png }
}
