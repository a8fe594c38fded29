import { chmod, mkdir, mkdtemp, open, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ConnectionError, type MapsClient, ValidationError } from '../../typescript/index.ts'
import type { Drag } from './arrange.ts'
import { type LiveMap, watchFile } from './live-map.ts'

const shop = { name: 'Shop', nodes: [{ id: 'web', label: 'Web' }], edges: [] }
const stream = new PassThrough()
let folder: string
let file: string
let ended: AbortController

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-live-'))
  file = join(folder, 'shop.json')
  ended = new AbortController()
  await writeFile(file, JSON.stringify(shop))
})
afterEach(async () => {
  ended.abort()
  await rm(folder, { recursive: true })
})

/** Follows the file with a service whose pictures take this long. */
async function follow(client: Partial<MapsClient> = {}, pictureMs = 0) {
  const preview = vi.fn<MapsClient['preview']>(async (map, _format, options) => {
    await sleep(pictureMs, undefined, { signal: options?.signal })
    const bytes = Buffer.from(JSON.stringify(map))
    return { bytes, format: 'svg', contentType: 'image/svg+xml', fileName: 'shop.svg', etag: undefined }
  })
  const context = { env: {}, stdin: stream, stdout: stream, stderr: stream, signal: ended.signal }
  return { preview, live: await watchFile({ preview, ...client } as MapsClient, file, context) }
}

it('a change of another file in the folder neither draws again nor ends the drawing of a save', async () => {
  const { preview, live } = await follow({}, 150)
  await writeFile(file, JSON.stringify({ ...shop, name: 'Saved' }))
  for (let change = 0; change < 15; change++) {
    await writeFile(join(folder, 'log'), String(change))
    await sleep(30)
  }
  expect(live.state()).toMatchObject({ name: 'Saved', version: 2, problems: [] })
  expect(preview).toHaveBeenCalledTimes(2)
})

it('a map that the service refuses is not sent again before it changes', async () => {
  const { live } = await follow()
  const preview = vi.fn<MapsClient['preview']>().mockRejectedValue(new ValidationError({ status: 400 }))
  ended.abort()
  ended = new AbortController()
  const refused = await follow({ preview })
  expect(live.state().version).toBe(1)
  for (let change = 0; change < 5; change++) {
    await writeFile(join(folder, 'log'), String(change))
    await sleep(50)
  }
  expect(preview).toHaveBeenCalledTimes(1)
  await writeFile(file, JSON.stringify({ ...shop, name: 'Other' }))
  await expect.poll(() => preview).toHaveBeenCalledTimes(2)
  expect(refused.live.state().problems).toHaveLength(1)
})

it('a save is drawn while another file in the folder changes without a pause', async () => {
  const { live } = await follow()
  const log = await open(join(folder, 'log'), 'w')
  const enough = new AbortController()
  const writing = (async () => {
    while (!enough.signal.aborted) {
      await log.write('x')
      await sleep(2)
    }
  })()
  await writeFile(file, JSON.stringify({ ...shop, name: 'Saved' }))
  await expect.poll(() => live.state().name).toBe('Saved')
  enough.abort()
  await writing
  await log.close()
})

it('a problem is told once, however often the file is read again', async () => {
  const { live } = await follow()
  const told: string[] = []
  live.onChange(() => told.push(live.state().problems[0]?.message ?? ''))
  await rm(file)
  await sleep(4_500)
  expect(told).toEqual([expect.stringContaining('cannot be read')])
})

it('the service is asked for one map at a time when Push is clicked twice', async () => {
  const stored = { ...shop, id: 'a', workspaceId: 'w', isPublic: false, createdAt: '', updatedAt: '', etag: '"v1"' }
  const create = vi.fn<MapsClient['create']>(async () => {
    await sleep(50)
    return stored
  })
  const list = async function* (): AsyncGenerator<never, void, undefined> {}
  const { live } = await follow({ create, list })
  const [first, second] = await Promise.all([live.push(), live.push()])
  expect(first).toBe(second)
  expect(create).toHaveBeenCalledTimes(1)
})

/** A drag of the service to the right, on the text of the picture or on another one. */
function dragBy(dx: number, live: LiveMap, textHash = live.state().textHash!): Drag {
  return { id: 'web', dx, dy: 0, drawn: { web: [0, 0] }, textHash }
}

const readPosition = async () => (JSON.parse(await readFile(file, 'utf8')) as { nodes: [{ x?: number }] }).nodes[0].x
const saveAs = (name: string) => writeFile(file, JSON.stringify({ ...shop, name }))
const draws = (live: LiveMap, name: string) =>
  vi.waitFor(() => expect(live.state()).toMatchObject({ name, problems: [] }), { timeout: 10_000 })

/** Puts a link in place of the file, to a file in another folder. */
async function linkFile(): Promise<string> {
  const real = join(folder, 'real/shop.json')
  await mkdir(dirname(real))
  await rename(file, real)
  await symlink('real/shop.json', file)
  return real
}

it('a dragged service is written through a link, into a file with its permissions', async () => {
  const real = await linkFile()
  await chmod(real, 0o660)
  const { live } = await follow()
  await live.arrange(dragBy(40, live))
  expect(await readlink(file)).toBe('real/shop.json')
  expect((await stat(file)).mode & 0o777).toBe(0o660)
  expect(await readPosition()).toBe(40)
})

it('a file in another folder is followed through a link', async () => {
  const real = await linkFile()
  const { live } = await follow()
  await writeFile(real, JSON.stringify({ ...shop, name: 'Saved' }))
  await draws(live, 'Saved')
})

it('a file is followed after its folder was removed and made again, at once or later', async () => {
  file = join(folder, 'docs/shop.json')
  await mkdir(dirname(file))
  await saveAs('Shop')
  const { live } = await follow()
  for (const isLater of [false, true]) {
    await rm(dirname(file), { recursive: true })
    if (isLater) await vi.waitFor(() => expect(live.state().problems).toHaveLength(1), { timeout: 10_000 })
    await mkdir(dirname(file))
    await saveAs(`Again ${isLater}`)
    await draws(live, `Again ${isLater}`)
    await saveAs(`Saved ${isLater}`)
    await draws(live, `Saved ${isLater}`)
  }
})

it('files that a Compose file includes are followed in their folders, also one that is wrong or missing at first', async () => {
  file = join(folder, 'compose.yml')
  await writeFile(file, 'include: [db/compose.yml, cache/compose.yml]\nservices: { web: {} }')
  await mkdir(join(folder, 'db'))
  await writeFile(join(folder, 'db/compose.yml'), 'services: [')
  const { live } = await follow()
  expect(live.state().problems).toHaveLength(1)
  const drawsAll = (ids: string[]) => vi.waitFor(() => expect(idsOf()).toEqual(ids), { timeout: 10_000 })
  const idsOf = () => live.picture() && (JSON.parse(live.picture()!.toString()) as typeof shop).nodes.map((it) => it.id)
  await writeFile(join(folder, 'db/compose.yml'), 'services: { db: {} }')
  await drawsAll(['web', 'db'])
  await mkdir(join(folder, 'cache'))
  await writeFile(join(folder, 'cache/compose.yml'), 'services: { cache: {} }')
  await drawsAll(['web', 'db', 'cache'])
})

it('another service can be dragged before the picture of the first drag is there', async () => {
  await writeFile(file, JSON.stringify({ ...shop, nodes: [...shop.nodes, { id: 'db' }] }))
  const { live, preview } = await follow()
  preview.mockRejectedValue(new ConnectionError({ detail: 'The service is down.' }))
  const textHash = await live.arrange({ ...dragBy(40, live), drawn: { web: [0, 0], db: [200, 0] } })
  await live.arrange({ id: 'db', dx: 0, dy: 50, drawn: { web: [40, 0], db: [200, 0] }, textHash })
  const { nodes } = JSON.parse(await readFile(file, 'utf8')) as { nodes: object[] }
  expect(nodes).toMatchObject([
    { id: 'web', x: 40, y: 0 },
    { id: 'db', x: 200, y: 50 },
  ])
  expect(live.state().canUndo).toBe(true)
})

it('a drag of an older picture writes over no position that was saved since', async () => {
  const { live } = await follow()
  const { textHash } = live.state()
  const moved = { ...shop, nodes: [{ ...shop.nodes[0], x: 500, y: 0 }] }
  await writeFile(file, JSON.stringify(moved))
  await vi.waitFor(() => expect(live.state().version).toBe(2), { timeout: 10_000 })
  await expect(live.arrange(dragBy(40, live, textHash))).rejects.toThrow('The file has changed since')
  expect(await readPosition()).toBe(500)
})

it('two undos at once take back two drags, and a refused one can be tried again', async () => {
  const { live } = await follow()
  const first = await live.arrange(dragBy(40, live))
  await live.arrange(dragBy(70, live, first))
  const dragged = await readFile(file, 'utf8')
  await saveAs('Changed')
  await expect(live.undo()).rejects.toThrow('The file has changed since')
  await writeFile(file, dragged)
  await Promise.all([live.undo(), live.undo()])
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(shop)
  expect(live.state().canUndo).toBe(false)
})
