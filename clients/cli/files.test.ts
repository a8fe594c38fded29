import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from './failure.ts'
import { writeAtomically } from './files.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-files-'))
})
afterEach(() => rm(folder, { recursive: true }))

describe('a file that is written', () => {
  it('goes through no link that another user has placed in the folder', async () => {
    const file = join(folder, 'shop.json')
    const victim = join(folder, 'victim')
    await writeFile(victim, 'mine')
    for (const name of [file, `${file}.part`, `${file}.${process.pid}.part`]) await symlink(victim, name)
    await writeAtomically(file, 'map')
    expect(await readFile(file, 'utf8')).toBe('map')
    expect(await readFile(victim, 'utf8')).toBe('mine')
  })

  it('leaves no draft behind, even if it cannot be written', async () => {
    await mkdir(join(folder, 'taken'))
    await expect(writeAtomically(join(folder, 'taken'), 'map')).rejects.toThrow(Failure)
    await writeAtomically(join(folder, 'new/shop.json'), 'map')
    expect((await readdir(folder, { recursive: true })).toSorted()).toEqual(['new', 'new/shop.json', 'taken'])
  })

  it('has the permissions that it was given, even in place of another', async () => {
    const file = join(folder, 'token')
    await writeFile(file, 'old', { mode: 0o644 })
    await writeAtomically(file, 'new', { file: 0o600 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})
