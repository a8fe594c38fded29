import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settings } from '../services/gateway/config.ts'

const infra = fileURLToPath(new URL('.', import.meta.url))
let checkout: string

beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), 'maps-machine-'))
  await mkdir(join(checkout, 'infra/local'), { recursive: true })
  await mkdir(join(checkout, 'bin'))
  for (const file of ['check-machine.mjs', 'local/chromium-programs.json']) {
    await cp(join(infra, file), join(checkout, 'infra', file))
  }
})
afterEach(() => rm(checkout, { recursive: true }))

interface Machine {
  platform?: string
  arch?: string
  user?: number
  libc?: 'glibc' | 'musl'
  programs?: readonly string[]
  env?: Readonly<Record<string, string>>
}

/** Checks a machine that pretends to have only these programs. A free port is the default. */
async function check(machine: Machine): Promise<{ code: number; errors: string }> {
  const { platform = 'linux', arch = 'x64', user = 1000, libc = 'glibc', programs = [], env } = machine
  for (const name of programs) {
    await writeFile(join(checkout, 'bin', name), '')
    await chmod(join(checkout, 'bin', name), 0o755)
  }
  const pretend = `
    Object.defineProperty(process, 'platform', { value: '${platform}' })
    Object.defineProperty(process, 'arch', { value: '${arch}' })
    process.getuid = () => ${user}
    process.report.getReport = () => ({ header: ${libc === 'glibc' ? "{ glibcVersionRuntime: '2.36' }" : '{}'} })`
  await writeFile(join(checkout, 'pretend.cjs'), pretend)
  const args = ['--require', './pretend.cjs', 'infra/check-machine.mjs']
  const options = { cwd: checkout, env: { PATH: join(checkout, 'bin'), PORT: '0', ...env } }
  return new Promise((resolve) => {
    execFile(process.execPath, args, options, (error, _stdout, errors) => {
      resolve({ code: error ? Number(error.code) : 0, errors })
    })
  })
}

const ready = { code: 0, errors: '' }

describe('what npm start needs of a machine, before it installs anything:', () => {
  it.each<[string, Machine, string[]]>([
    ['Windows', { platform: 'win32' }, ['WSL', 'docker compose up']],
    ['a Linux with musl', { libc: 'musl', programs: ['redis-server'] }, ['musl', 'docker compose up']],
    [
      'Debian without Redis',
      { programs: ['apt-get'] },
      ['sudo apt-get install redis-server', 'docker run', 'REDIS_URL='],
    ],
    ['Fedora without Redis', { programs: ['dnf'] }, ['sudo dnf install valkey']],
    ['a Mac with neither', { platform: 'darwin', programs: ['brew'] }, ['brew install redis', '--cask google-chrome']],
    ['Arm without Chromium', { arch: 'arm64', programs: ['redis-server', 'apt-get'] }, ['apt-get install chromium']],
  ])('%s is told what to do', async (_name, machine, advice) => {
    const { code, errors } = await check(machine)
    expect(code).toBe(1)
    for (const part of advice) expect(errors).toContain(part)
  })

  it.each<[string, Machine]>([
    ['Redis', { programs: ['redis-server'] }],
    ['Valkey', { programs: ['valkey-server'] }],
    ['a Redis elsewhere', { env: { REDIS_URL: 'redis://redis.internal' } }],
    ['apt-get for root', { user: 0, programs: ['apt-get'] }],
    ['Redis and Chromium on Arm', { arch: 'arm64', programs: ['redis-server', 'chromium'] }],
    ['servers elsewhere on musl', { libc: 'musl', env: { DATABASE_URL: 'x', REDIS_URL: 'x', CHROMIUM_PATH: 'x' } }],
  ])('%s suffices', async (_name, machine) => {
    expect(await check(machine)).toEqual(ready)
  })

  it('settings in the .env file of the checkout count', async () => {
    await writeFile(join(checkout, '.env'), 'REDIS_URL=redis://redis.internal')
    expect(await check({})).toEqual(ready)
  })

  it('its port must be free, unless a stack of this checkout has it', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const machine = { programs: ['redis-server'], env: { PORT: String(port) } }
    const advice = `Port ${port} is taken by another program, or by a start of this checkout that is not ready yet. Choose another one: PORT=8090 npm start\n`
    expect(await check(machine)).toEqual({ code: 1, errors: advice })
    await mkdir(join(checkout, '.local'))
    await writeFile(join(checkout, '.local/running.json'), '{}')
    expect(await check(machine)).toEqual(ready)
    server.close()
  })

  it("its address is that of the gateway's settings", async () => {
    const source = await readFile(join(infra, 'check-machine.mjs'), 'utf8')
    const { HOST, PORT } = settings.shape
    expect(source).toContain(`const defaults = { HOST: '${HOST.parse(undefined)}', PORT: '${PORT.parse(undefined)}' }`)
  })
})
