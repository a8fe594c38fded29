import { createLogger, type Logger } from '@maps/shared/logger'
import { spawnSync } from 'node:child_process'
import { constants, readFileSync } from 'node:fs'
import { chmod, cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeChromiumVariant } from '../../../test/faults/chromium-variant.ts'
import { descendantsOf } from '../../../test/rig/process-tree.ts'
import { postgresUser } from '../../../infra/local/postgres-home.ts'
import { type Browser, openBrowser } from '../browser.ts'
import { chromiumUser } from './confinement.ts'

/** Whether Chromium's user may run a command. */
function isAllowed(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { ...chromiumUser, cwd: '/' }).status === 0
}

const isLinuxRoot = process.platform === 'linux' && process.getuid?.() === 0
/** Whether Chromium can run as another user: only root on Linux can, with a folder that the user may enter. */
const canChangeUser = isLinuxRoot && isAllowed('test', '-x', tmpdir())
/** Whether the system allows namespaces; Docker denies them in a container. */
const canSandbox = canChangeUser && isAllowed('unshare', '--user', '--pid', '--net', '--fork', 'true')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-confinement-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The path of Chromium, or of a copy that every user may read. */
async function readableChromium(): Promise<string> {
  const program = process.env.CHROMIUM_PATH!
  if (isAllowed('test', '-r', program)) return program
  await cp(dirname(program), folder, { recursive: true, mode: constants.COPYFILE_FICLONE })
  await chmod(folder, 0o755)
  return join(folder, basename(program))
}

interface Warning {
  reason: string
  isSandboxed: boolean
  uid?: number
}

function collectWarnings(): { log: Logger; warnings: Warning[] } {
  const warnings: Warning[] = []
  const log = createLogger('test', 'silent')
  log.warn = (facts: Warning) => void warnings.push(facts)
  return { log, warnings }
}

function open(executablePath: string, log: Logger, isSandboxed = true): Promise<Browser> {
  return openBrowser({ executablePath, isSandboxed, log, pageCount: 1 })
}

/** The users and command line of each process of Chromium. */
function chromiumProcesses(): { users: Set<string>; commandLine: string }[] {
  return descendantsOf(process.pid).map(({ pid }) => {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const users = /^Uid:\s*(.*)$/m.exec(status)?.[1] ?? ''
    return { users: new Set(users.split('\t')), commandLine: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  })
}

const measured = expect.objectContaining({ length: 1 })
const runs = [{ text: 'x', font: { face: 'sans', size: 10, weight: 400 } }] as const

describe.skipIf(!canChangeUser)('Chromium of a worker that is root', () => {
  it('runs as its own user, other than that of PostgreSQL', async () => {
    const { log } = collectWarnings()
    await using browser = await open(await readableChromium(), log)
    const processes = chromiumProcesses()
    expect(processes.length).toBeGreaterThan(1)
    const users = processes.map((it) => [...it.users])
    expect(users).toEqual(processes.map(() => [String(chromiumUser.uid)]))
    expect(chromiumUser.uid).not.toBe(postgresUser.uid)
    expect(await browser.measure(runs)).toEqual(measured)
  })

  it.skipIf(!canSandbox)('has its sandbox', async () => {
    const { log, warnings } = collectWarnings()
    await using browser = await open(await readableChromium(), log)
    expect(browser.isReady()).toBe(true)
    expect(chromiumProcesses().filter((it) => it.commandLine.includes('--no-sandbox'))).toEqual([])
    expect(warnings).toEqual([])
  })

  it('does not start where only root may read the program, unless the sandbox is off', async () => {
    const { log, warnings } = collectWarnings()
    const program = writeChromiumVariant(folder, 'chromium', {})
    await chmod(program, 0o700)
    await expect(open(program, log)).rejects.toThrow('EACCES')
    await using browser = await open(program, log, false)
    expect(await browser.measure(runs)).toEqual(measured)
    expect(chromiumProcesses().some((it) => it.users.has('0'))).toBe(true)
    expect(warnings).toEqual([{ reason: expect.stringContaining('EACCES'), isSandboxed: false, uid: undefined }])
  })
})
