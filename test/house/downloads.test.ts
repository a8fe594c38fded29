import { execFile } from 'node:child_process'
import { mkdir, mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { downloadFolder, downloads, packDownload } from '../../infra/build-downloads.ts'

/** Unpacks a package. @returns its files by their paths */
async function contentOf(file: string, folder: string): Promise<Record<string, string>> {
  await mkdir(folder)
  await promisify(execFile)('tar', ['-xzf', file, '-C', folder])
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((it) => it.isFile()).map((it) => join(it.parentPath, it.name))
  return Object.fromEntries(
    await Promise.all(paths.map(async (it) => [it.slice(folder.length), await readFile(it, 'utf8')] as const)),
  )
}

it('the packages of the clients that the gateway serves are up to date with their sources', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-downloads-'))
  expect((await readdir(downloadFolder)).toSorted()).toEqual(Object.keys(downloads).toSorted())
  for (const name of Object.keys(downloads) as (keyof typeof downloads)[]) {
    await packDownload(name, folder.path)
    const fresh = await contentOf(join(folder.path, name), join(folder.path, `fresh ${name}`))
    const served = await contentOf(join(downloadFolder, name), join(folder.path, `served ${name}`))
    expect(served, 'npm run build:downloads').toEqual(fresh)
  }
})
