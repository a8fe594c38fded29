import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openHandoffFile } from './handoff-file.ts'

const TOKEN = '7f1c0d0e-52b5-4d0c-9f2e-6f0a3f1f7c11'

describe('the file of a handoff', () => {
  let folder: string
  let deep: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'handoff-test-'))
    deep = join(folder, 'Default', 'File System', '000')
    await mkdir(deep, { recursive: true })
    await writeFile(join(folder, 'Preferences'), 'x'.repeat(TOKEN.length))
    await writeFile(join(deep, 'log'), `about ${TOKEN}`)
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('is found by its marker in any folder, and unlinked', async () => {
    await writeFile(join(deep, '00000003'), TOKEN)
    await using file = await openHandoffFile(folder, TOKEN)
    expect(String(await file.read(TOKEN.length))).toBe(TOKEN)
    expect(await readdir(deep)).toEqual(['log'])
  })

  it('returns the requested number of bytes, and fails where it has fewer', async () => {
    await writeFile(join(deep, '00000003'), TOKEN)
    await using file = await openHandoffFile(folder, TOKEN)
    expect(String(await file.read(8))).toBe('7f1c0d0e')
    await expect(file.read(100)).rejects.toThrow('a picture of 100 bytes has only 36')
  })

  it('is never the target of a link', async () => {
    await writeFile(join(folder, 'elsewhere'), TOKEN)
    await symlink(join(folder, 'elsewhere'), join(deep, 'link'))
    await using file = await openHandoffFile(folder, TOKEN)
    expect(await readdir(folder)).not.toContain('elsewhere')
    expect(await readdir(deep)).toContain('link')
    expect(String(await file.read(8))).toBe('7f1c0d0e')
  })

  it('is not found where it contains more than the marker', async () => {
    await writeFile(join(deep, '00000003'), `${TOKEN}!`)
    await expect(openHandoffFile(folder, TOKEN)).rejects.toThrow('where they are not found')
  })
})
