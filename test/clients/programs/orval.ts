import { createMap, exportPng, updateMap } from './orval/maps.ts'
import type { Run } from './run.ts'

export const run: Run = async (_baseUrl, token) => {
  const authorization = { Authorization: `Bearer ${token}` }
  const json = { headers: { ...authorization, 'Content-Type': 'application/json' } }
  const created = await createMap({ name: 'first' }, json)
  if (created.status !== 201) throw new Error(created.data.detail)
  const { id } = created.data.map
  const ifMatch = { 'If-Match': created.headers.get('etag')! }
  const changed = await updateMap(id, { name: 'second' }, { headers: { ...json.headers, ...ifMatch } })
  if (changed.status !== 200) throw new Error('not changed')
  const picture = await exportPng(id, { scale: 1, icons: false }, { headers: authorization })
  if (picture.status !== 200) throw new Error('no picture')
  return { id, name: changed.data.map.name, png: new Uint8Array(await picture.data.arrayBuffer()) }
}
