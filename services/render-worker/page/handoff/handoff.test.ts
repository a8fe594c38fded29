import { describe, expect, it } from 'vitest'
import { type HandoffResult, openHandoff, type Handoff, runWriter } from './handoff.ts'
import type { PageGlobals, WriterGlobals } from '../page-globals.ts'

describe('the handoff of a page', () => {
  it('begins with its marker', async () => {
    const disk = new Disk()
    await openOn(disk)
    expect(disk.content.toString()).toBe('marker')
  })

  it('holds what was put into it last, from its first byte on', async () => {
    const disk = new Disk()
    const handoff = await openOn(disk)
    expect(await putText(handoff, 'a longer ', 'picture')).toBe(16)
    expect(await putText(handoff, 'short')).toBe(5)
    expect(disk.content.toString()).toBe('shortger picture')
  })

  it('takes what Chromium has encoded', async () => {
    const disk = new Disk()
    const handoff = await openOn(disk)
    expect(await handoff.put(new Blob(['a whole picture']))).toBe(15)
    expect(disk.content.toString()).toBe('a whole picture')
  })

  it('says why a picture could not be written, and takes the next', async () => {
    const disk = new Disk()
    const handoff = await openOn(disk)
    disk.isFull = true
    expect(await putText(handoff, 'picture')).toBe('Error: no space left')
    disk.isFull = false
    expect(await putText(handoff, 'picture')).toBe(7)
  })

  it('says why Chromium could not read what it had encoded', async () => {
    const handoff = await openOn(new Disk())
    const blob = new Blob(['gone'])
    blob.arrayBuffer = () => Promise.reject(new Error('not readable'))
    expect(await handoff.put(blob)).toBe('Error: not readable')
  })

  it('does not open where the page may keep no files', async () => {
    const disk = new Disk()
    disk.isClosed = true
    await expect(openOn(disk)).rejects.toThrow('no files here')
  })
})

/** What the file system of a page keeps in the one file. */
class Disk {
  content = Buffer.alloc(0)
  isFull = false
  isClosed = false

  write(bytes: Uint8Array, { at }: { at: number }): number {
    if (this.isFull) throw new Error('no space left')
    const end = at + bytes.length
    this.content = Buffer.concat([this.content.subarray(0, at), bytes, this.content.subarray(end)])
    return bytes.length
  }
}

/** The page and its thread, which hand each other messages as they are. */
function openOn(disk: Disk): Promise<Handoff> {
  const file = { createSyncAccessHandle: () => Promise.resolve(disk) }
  const folder = { getFileHandle: () => Promise.resolve(file) }
  const getDirectory = () => (disk.isClosed ? Promise.reject(new Error('no files here')) : Promise.resolve(folder))
  let listen: (event: { data: unknown }) => void
  const thread: WriterGlobals = {
    addEventListener: (_type, listener) => (listen = listener),
    navigator: { storage: { getDirectory } },
  }
  class FakeWorker {
    constructor() {
      runWriter(thread)
    }
    postMessage(data: unknown): void {
      setImmediate(() => listen({ data }))
    }
  }
  return openHandoff({ Worker: FakeWorker } as unknown as PageGlobals, '', 'marker')
}

function putText(handoff: Handoff, ...texts: string[]): Promise<HandoffResult> {
  return handoff.put(texts.map((it) => new TextEncoder().encode(it)))
}
