import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const setup = fileURLToPath(new URL('setup.mjs', import.meta.url))
let checkout: string

/** A fake npm: it records each call, takes 0.3 s, and installs as its Node a link to the Node of this process. */
const npm = `
  const { appendFileSync, mkdirSync, rmSync, symlinkSync } = require('node:fs')
  const [, , command, ...options] = process.argv
  appendFileSync('calls', command + ' ' + options.filter((it) => it.endsWith('=dev')) + ' ')
  if (command === 'ci') rmSync('node_modules', { recursive: true, force: true })
  setTimeout(() => {
    const isNode = process.cwd().endsWith('infra/node')
    const bin = isNode ? 'node_modules/node-' + process.platform + '-' + process.arch + '/bin' : 'node_modules/.bin'
    mkdirSync(bin, { recursive: true })
    if (isNode) symlinkSync(process.execPath, bin + '/node')
  }, 300)`

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'maps-setup-'))
  await mkdir(join(checkout, 'infra/node'), { recursive: true })
  await cp(setup, join(checkout, 'infra/setup.mjs'))
  await writeManifest({ dependencies: { tea: '1.0.0' } })
  for (const folder of ['.', 'infra', 'infra/node']) await write(join(folder, 'package-lock.json'), '{}')
  await write('npm-cli.js', npm)
})
afterEach(() => rm(checkout, { recursive: true }))

function write(path: string, content: string): Promise<void> {
  return writeFile(join(checkout, path), content)
}

function writeManifest(content: object): Promise<void> {
  return write('package.json', JSON.stringify({ workspaces: [], ...content }))
}

function start(program: string[], node: string[] = []) {
  return spawn(process.execPath, [...node, 'infra/setup.mjs', ...program], {
    cwd: checkout,
    env: { PATH: process.env.PATH, npm_execpath: join(checkout, 'npm-cli.js') },
  })
}

/** Sets the checkout up and runs a program of one line. */
async function setUp(code = '', node: string[] = []): Promise<{ code: unknown; output: string; errors: string }> {
  const child = start(['--eval', code], node)
  const [output, errors, [exitCode]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: exitCode, output, errors }
}

/** The same in a process that takes itself for another version of Node. */
async function setUpUnder(version: string, code = '') {
  const versions = `{ value: { ...process.versions, node: '${version}' } }`
  await write('pretend.cjs', `Object.defineProperty(process, 'versions', ${versions})`)
  return setUp(code, ['--require', './pretend.cjs'])
}

function calls(): Promise<string> {
  return readFile(join(checkout, 'calls'), 'utf8')
}

describe('the set-up', () => {
  it('installs once, and writes to stderr alone', async () => {
    const errors = expect.stringContaining('Installing')
    expect(await setUp('console.log(42)')).toEqual({ code: 0, output: '42\n', errors })
    expect(await setUp('console.log(43)')).toEqual({ code: 0, output: '43\n', errors: '' })
    expect(await calls()).toBe('ci --include=dev ')
  })

  it('installs again when a dependency or the lockfile has changed, and not for a new script', async () => {
    await setUp()
    await writeManifest({ dependencies: { tea: '1.0.0' }, scripts: { brew: 'true' } })
    await setUp()
    expect(await calls()).toBe('ci --include=dev ')
    await writeManifest({ dependencies: { tea: '2.0.0' } })
    await setUp()
    expect(await calls()).toBe('ci --include=dev '.repeat(2))
    await appendFile(join(checkout, 'package-lock.json'), '\n')
    await setUp()
    expect(await calls()).toBe('ci --include=dev '.repeat(3))
  })

  it('installs what the services need for one of their programs, and adds the rest for any other', async () => {
    await mkdir(join(checkout, 'infra/local'))
    await write('infra/local/start.mjs', 'console.log("started")')
    const startService = async (): Promise<string> => {
      await once(start(['infra/local/start.mjs']), 'close')
      return calls()
    }
    expect(await startService()).toBe('ci --omit=dev ')
    expect(await startService()).toBe('ci --omit=dev ')
    expect((await setUp()).errors).toContain('Adding the packages for development')
    expect(await startService()).toBe('ci --omit=dev install --include=dev ')
    await setUp()
    expect(await calls()).toBe('ci --omit=dev install --include=dev ')
  })

  it('repairs an interrupted installation', async () => {
    const interrupted = start([])
    await once(interrupted.stderr, 'data')
    interrupted.kill('SIGKILL')
    await once(interrupted, 'close')
    expect((await setUp('console.log(1)')).output).toBe('1\n')
  })

  it('installs once when two start at the same time', async () => {
    const both = await Promise.all([setUp('console.log(1)'), setUp('console.log(2)')])
    expect(both.map((it) => it.output)).toEqual(['1\n', '2\n'])
    expect(await calls()).toBe('ci --include=dev ')
  })

  it('installs once when several find the lock of a dead process, and one of them is slow to remove it', async () => {
    const dead = spawn(process.execPath, ['--version'])
    await once(dead, 'close')
    await mkdir(join(checkout, '.local'))
    await write('.local/setup.lock', String(dead.pid))
    // Leaves other processes the time to begin an installation between the check of the lock and its removal.
    const slow = `
      const fs = require('node:fs')
      const { rmSync } = fs
      fs.rmSync = (file, options) => {
        const clock = new Int32Array(new SharedArrayBuffer(4))
        if (file.endsWith('setup.lock')) fs.writeFileSync('looked', '')
        for (let i = 0; i < 60 && file.endsWith('setup.lock') && !fs.existsSync('calls'); i++) Atomics.wait(clock, 0, 0, 20)
        return rmSync(file, options)
      }
      require('node:module').syncBuiltinESMExports()`
    await write('slow.cjs', slow)
    const first = setUp('console.log(1)', ['--require', './slow.cjs'])
    await expect.poll(() => existsSync(join(checkout, 'looked')), { interval: 10 }).toBe(true)
    const all = await Promise.all([first, ...Array.from({ length: 5 }, () => setUp('console.log(1)'))])
    expect(all.map((it) => it.output)).toEqual(all.map(() => '1\n'))
    expect(await calls()).toBe('ci --include=dev ')
  })

  it.each([
    ['24.22.0', true, 'packaged'],
    ['24.22.1', true, 'own'],
    ['26.1.0', true, 'packaged'],
    ['26.1.0', false, 'own'],
    ['24.21.0', false, 'none'],
  ])('on Node %s, where npm has one: %s, runs the %s one', async (version, isPackaged, expected) => {
    const folder = join(checkout, `infra/node/node_modules/node-${process.platform}-${process.arch}/bin`)
    const packaged = `require('node:fs').mkdirSync('${folder}', { recursive: true })
      require('node:fs').writeFileSync('${folder}/node', '#!/bin/sh\\necho packaged', { mode: 0o755 })`
    const others = `require('node:fs').mkdirSync('node_modules/.bin', { recursive: true })`
    await write('npm-cli.js', isPackaged ? `${others}\n${packaged}` : others)
    const { code, output, errors } = await setUpUnder(version, 'console.log("own")')
    if (expected !== 'none') expect({ code, output }).toEqual({ code: 0, output: `${expected}\n` })
    else expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('install Node 24.22.1 or newer') })
  })

  it('has programs that npx starts run under the packaged Node too', async () => {
    await setUpUnder('22.0.0')
    const linked = await realpath(join(checkout, 'node_modules/.bin/node'))
    expect(linked).toBe(await realpath(process.execPath))
  })

  it.each(['.', 'infra', 'infra/node'])(
    'reports that npm failed in %s, once the other npm has ended',
    async (folder) => {
      const failing = `
      const isHere = process.cwd() === require('node:fs').realpathSync('${join(checkout, folder)}')
      setTimeout(() => require('node:fs').writeFileSync('ended', ''), isHere ? 0 : 200)
      if (isHere) process.exitCode = 7`
      await write('npm-cli.js', failing)
      const { code, errors } = await setUpUnder('22.0.0')
      expect({ code, errors }).toEqual({ code: 1, errors: expect.stringContaining('npm ci failed (exit code 7)') })
      expect(existsSync(join(checkout, folder === '.' ? 'infra/node/ended' : 'ended'))).toBe(true)
    },
  )

  it('passes signals on and exit codes back', async () => {
    expect((await setUp('process.exit(3)')).code).toBe(3)
    expect((await setUp('process.kill(process.pid, "SIGKILL")')).code).toBe(128 + 9)
    const code = 'process.on("SIGTERM", () => process.exit(4)); console.log(1); setInterval(() => {}, 1000)'
    const child = start(['--eval', code])
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await once(child, 'close')).toEqual([4, null])
  })
})
