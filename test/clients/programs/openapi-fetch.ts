import createClient from 'openapi-fetch'
import type { paths } from './openapi-typescript.ts'
import type { Run } from './run.ts'

export const run: Run = async (baseUrl, token) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } })
  const created = await client.POST('/maps', { body: { name: 'first' } })
  const { id } = created.data!.map
  const changed = await client.PATCH('/maps/{id}', {
    params: { path: { id }, header: { 'If-Match': created.response.headers.get('etag')! } },
    body: { name: 'second' },
  })
  const path = { params: { path: { id }, query: { scale: 1, icons: false } } } as const
  const picture = await client.GET('/maps/{id}/export/png', { ...path, parseAs: 'arrayBuffer' })
  return { id, name: changed.data!.map.name, png: new Uint8Array(picture.data!) }
}
