import { execFile } from 'node:child_process'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Failure } from './failure.ts'
import { readTextInput, replaceFile, writeAtomically } from './files.ts'

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

  it('may have a long name, and is refused in a sentence if it is too long for the disk', async () => {
    const file = join(folder, 'n'.repeat(255))
    await replaceFile(file, 'map')
    expect(await readFile(file, 'utf8')).toBe('map')
    for (const long of [`${file}n`, join(`${file}n`, 'shop.json')])
      await expect(replaceFile(long, 'map')).rejects.toThrow(`${long} cannot be written: its name is too long.`)
    expect(await readdir(folder)).toEqual(['n'.repeat(255)])
  })

  it('that the user names is written through a link, and keeps its permissions', async () => {
    const [file, link] = [join(folder, 'CLAUDE.md'), join(folder, 'AGENTS.md')]
    await writeFile(file, 'old', { mode: 0o640 })
    await symlink('CLAUDE.md', link)
    await replaceFile(link, 'new')
    expect((await lstat(link)).isSymbolicLink()).toBe(true)
    expect(await readFile(file, 'utf8')).toBe('new')
    expect((await stat(file)).mode & 0o777).toBe(0o640)
    await symlink('missing.md', join(folder, 'dangling.md'))
    await replaceFile(join(folder, 'dangling.md'), 'first')
    expect(await readFile(join(folder, 'missing.md'), 'utf8')).toBe('first')
    await replaceFile(join(folder, 'new/map.md'), 'map')
    expect(await readFile(join(folder, 'new/map.md'), 'utf8')).toBe('map')
  })

  it('is written into a pipe, which stays one', async () => {
    const pipe = join(folder, 'pipe')
    await promisify(execFile)('mkfifo', [pipe])
    const [text] = await Promise.all([readFile(pipe, 'utf8'), writeAtomically(pipe, 'map')])
    expect(text).toBe('map')
    expect((await stat(pipe)).isFIFO()).toBe(true)
  })

  it('has the permissions that it was given, even in place of another', async () => {
    const file = join(folder, 'token')
    await writeFile(file, 'old', { mode: 0o644 })
    await writeAtomically(file, 'new', { file: 0o600 })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })
})

it('a file that is no UTF-8 is refused by name, since its text could not be written again', async () => {
  const file = join(folder, 'shop.json')
  const stream = new PassThrough()
  const context = { env: {}, stdin: stream, stdout: stream, stderr: stream, signal: new AbortController().signal }
  await writeFile(file, Buffer.from('{"name":"Caf\xe9"}', 'latin1'))
  await expect(readTextInput(context, file)).rejects.toThrow(`${file} is no text in UTF-8.`)
  await writeFile(file, '\ufeff{}')
  expect(await readTextInput(context, file)).toBe('\ufeff{}')
})
