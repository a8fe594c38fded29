import { describe, expect, it } from 'vitest'
import type { HandoffResult } from '../painter-api.ts'
import { type Handoff, openHandoff } from './handoff.ts'
import { createWriter } from './writer.ts'

describe('the handoff of a page', () => {
  it('begins with its marker', async () => {
    const disk = new Disk()
    await openOn(disk)
    expect(disk.content.toString()).toBe('marker')
  })

  it('holds the last picture from its first byte on', async () => {
    const disk = new Disk()
    const handoff = await openOn(disk)
    expect(await putText(handoff, 'a longer ', 'picture')).toBe(16)
    expect(await putText(handoff, 'short')).toBe(5)
    expect(disk.content.toString()).toBe('shortger picture')
  })

  it('takes a blob from Chromium', async () => {
    const disk = new Disk()
    const handoff = await openOn(disk)
    expect(await handoff.put(new Blob(['a whole picture']))).toBe(15)
    expect(disk.content.toString()).toBe('a whole picture')
  })

  it('returns the reason why a picture could not be written, and takes the next', async () => {
    const disk = new Disk()
    const handoff = await openOn(disk)
    disk.isFull = true
    expect(await putText(handoff, 'picture')).toBe('Error: no space left')
    disk.isFull = false
    expect(await putText(handoff, 'picture')).toBe(7)
  })

  it('returns the reason why a blob could not be read', async () => {
    const handoff = await openOn(new Disk())
    const blob = new Blob(['gone'])
    blob.arrayBuffer = () => Promise.reject(new Error('not readable'))
    expect(await handoff.put(blob)).toBe('Error: not readable')
  })

  it('does not open where the page may not store files', async () => {
    const disk = new Disk()
    disk.isClosed = true
    await expect(openOn(disk)).rejects.toThrow('no files here')
  })
})

/** A fake file of a page's file system. */
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

/** Opens the handoff of a page and its writer, which exchange messages without copies. */
function openOn(disk: Disk): Promise<Handoff> {
  const respond = createWriter(() => {
    return disk.isClosed ? Promise.reject(new Error('no files here')) : Promise.resolve(disk)
  })
  const thread = { postMessage: (message: Parameters<typeof respond>[0]) => setImmediate(() => void respond(message)) }
  return openHandoff(thread, 'marker')
}

function putText(handoff: Handoff, ...texts: string[]): Promise<HandoffResult> {
  return handoff.put(texts.map((it) => new TextEncoder().encode(it)))
}
