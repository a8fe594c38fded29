import { randomBytes } from 'node:crypto'
import type { RemoteBytes } from '@maps/shared/artifact-store'
import { describe, expect, it } from 'vitest'
import { createRecentFiles, type ExportedFile } from './recent-files.ts'

const MEGABYTE = 1_024 * 1_024

function fileOf(key: string, bytes: Buffer | RemoteBytes): ExportedFile {
  return { kind: 'file', key, workspaceId: 'w', mapId: 'm', format: 'markdown', bytes, sha256: 'f'.repeat(64) }
}

describe('recent files', () => {
  it('are returned, without the larger buffer that they were received in', () => {
    const files = createRecentFiles()
    const received = randomBytes(10_000)
    const file = fileOf('a', received.subarray(100, 200))
    files.keep(file)
    expect(files.get('a')).toEqual(file)
    expect((files.get('a')!.bytes as Buffer).buffer).not.toBe(received.buffer)
    expect(files.get('b')).toBeUndefined()
  })

  it('include no file that is sent in chunks', () => {
    const files = createRecentFiles()
    files.keep(fileOf('a', { length: 5, bytesAtATime: 5, async *[Symbol.asyncIterator]() {} }))
    expect(files.get('a')).toBeUndefined()
  })

  it('make room for later ones', () => {
    const files = createRecentFiles()
    for (let index = 0; index < 40; index++) files.keep(fileOf(String(index), Buffer.alloc(MEGABYTE)))
    expect([files.get('39') !== undefined, files.get('0')]).toEqual([true, undefined])
  })
})
