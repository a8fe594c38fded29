import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, mkdtempDisposable, open, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { openProgramStreams } from '../../test/rig/program-streams.ts'
import { startScriptedServer, type Reply } from '../../test/rig/scripted-server.ts'
import { commands } from './commands/index.ts'
import { MAX_OPERATIONS } from './drift/propose.ts'
import { exitCodeMeanings, exitCodes } from './failure.ts'
import { parseArguments } from './parse-arguments.ts'
import { run } from './run.ts'

interface Terminal {
  isTerminal?: boolean
  env?: Record<string, string>
}

/** Runs a command against a service with these replies. @returns its exit code, its output and the requests */
async function runAgainst(
  steps: [Reply, ...Reply[]],
  words: string[],
  { isTerminal = false, env = {} }: Terminal = {},
) {
  await using server = await startScriptedServer(...steps)
  const { read, ...streams } = openProgramStreams('', isTerminal)
  const code = await run(words, {
    ...streams,
    env: { MAPS_URL: server.url, MAPS_TOKEN: 'token', TERM: 'xterm', TZ: 'UTC', ...env },
    signal: new AbortController().signal,
  })
  const { stdout, stderr } = read()
  return { code, stdout, stderr, requests: server.requests }
}

const problemType = { 'Content-Type': 'application/problem+json' }
const id = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
const page = { json: { maps: [{ id, name: 'Tea\u001B[2J shop', isPublic: true, updatedAt: '2026-03-01T12:00:00Z' }] } }

it('needs no file of a login where both variables are set', async () => {
  // A file in place of a folder: reading below it fails, as in a home folder that is not there.
  const env = { XDG_CONFIG_HOME: join(import.meta.dirname, 'run.test.ts') }
  expect(await runAgainst([page], ['list'], { env })).toMatchObject({ code: 0, stderr: '' })
  const { code, stderr } = await runAgainst([page], ['list'], { env: { ...env, MAPS_TOKEN: '' } })
  expect([code, stderr]).toEqual([exitCodes.failed, expect.stringContaining('cannot be read')])
})

it.each([
  { closed: 'stdout', words: [], ends: exitCodes.outdated },
  { closed: 'stderr', words: ['--label', 'env=prod'], ends: exitCodes.undecided },
] as const)(
  'a command whose $closed is closed by its reader ends with its own code',
  async ({ closed, words, ends }) => {
    const map = { id, name: 'Tea', isPublic: false, nodes: [{ id: 'gone' }], edges: [] }
    await using server = await startScriptedServer({ json: { map }, headers: { ETag: '"v7"' } })
    const program = join(import.meta.dirname, 'main.ts')
    const child = spawn(process.execPath, [program, 'drift', id, '--observed', '-', ...words], {
      env: { MAPS_URL: server.url, MAPS_TOKEN: 'token' },
    })
    child[closed].destroy()
    child.stdin.end(JSON.stringify({ nodes: [{ id: 'web' }], edges: [] }))
    const [code] = await once(child, 'close')
    expect(code).toBe(ends)
  },
)

it.each([
  { waits: 'reads', words: ['push'], otherEnd: 'w' },
  { waits: 'writes', words: ['export', id, 'claude', '-o'], otherEnd: 'r' },
])('a command that $waits a pipe is ended by the first signal', async ({ words, otherEnd }) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-cli-'))
  const pipe = join(folder.path, 'pipe')
  await promisify(execFile)('mkfifo', [pipe])
  // A pipe holds 64 KiB.
  await using server = await startScriptedServer({
    headers: { 'Content-Type': 'text/markdown' },
    text: 'x'.repeat(1_000_000),
  })
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...words, pipe], {
    env: { MAPS_URL: server.url, MAPS_TOKEN: 'token' },
  })
  // It opens once the command opens its end.
  const end = await open(pipe, otherEnd)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([null, 'SIGTERM'])
  await end.close()
})

it.each([
  { full: 'stdout', words: ['--version'], code: exitCodes.failed },
  { full: 'stderr', words: ['frob'], code: exitCodes.usage },
] as const)('a full disk behind $full is told in a sentence, where it can be told', async ({ full, words, code }) => {
  const { read, ...streams } = openProgramStreams()
  const output = new Writable({
    write: (_chunk, _encoding, done) => done(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })),
  }).on('error', () => undefined)
  const context = { ...streams, [full]: output, env: {}, signal: new AbortController().signal }
  expect(await run(words, context)).toBe(code)
  expect(read().stderr).toBe(full === 'stdout' ? 'maps: The output cannot be written: the disk is full.\n' : '')
})

it('a token of several lines is refused in a sentence that does not quote it', async () => {
  const { code, stdout, stderr } = await runAgainst([page], ['list'], { env: { MAPS_TOKEN: 'geheim\nline' } })
  expect({ code, stdout }).toEqual({ code: exitCodes.notAllowed, stdout: '' })
  expect(stderr).toBe('maps list: A token is one line of letters and digits. No such line was given.\n')
})

it('a proposal has as many operations as edit_map takes, and is none where nothing may change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maps-cli-'))
  const map: Reply = {
    json: { map: { id, name: 'Tea', isPublic: false, nodes: [{ id: 'gone' }, { id: 'web' }], edges: [] } },
    headers: { ETag: '"v7"' },
  }
  const propose = async (observed: object) => {
    const file = join(folder, 'observed.json')
    await writeFile(file, JSON.stringify(observed))
    return runAgainst([map], ['drift', id, '--observed', file, '--propose'])
  }
  const nodes = Array.from({ length: 600 }, (_, index) => ({ id: `service-${index}` }))
  const large = await propose({ nodes, edges: [] })
  expect(JSON.parse(large.stdout)).toMatchObject({
    id,
    version: 7,
    operations: expect.objectContaining({ length: MAX_OPERATIONS }),
  })
  expect(large.stderr).toBe('These are the first 500 of 602: run this again after them.\n')

  const partial = await propose({ services: { web: { environment: ['HOST'] } } })
  expect(partial).toMatchObject({ code: exitCodes.outdated, stdout: '' })
  expect(partial.stderr).toMatch(/^Left out: 1 variable without a value \(HOST\)\..*\nThere is nothing to propose\.\n$/)
  await rm(folder, { recursive: true })
})

describe('on a terminal', () => {
  it('a list is a table, without what could steer the terminal', async () => {
    const { stdout } = await runAgainst([page], ['list'], { isTerminal: true, env: { NO_COLOR: '1' } })
    const [head, row] = stdout.split('\n')
    expect(head).toMatch(/^ID {36}UPDATED {11}ACCESS {3}NAME$/)
    expect(row).toMatch(new RegExp(`^${id}  2026-0[23]-\\d\\d \\d\\d:00  public   Tea \\[2J shop$`))
    expect(head!.indexOf('NAME')).toBe(row!.indexOf('Tea'))
  })

  it('no name, field or file steers it, in JSON or in an error', async () => {
    const name = 'Tea\u001B[2J\u009B31m\u202Epohs'
    const file = join(await mkdtemp(join(tmpdir(), 'maps-cli-')), 'map.json')
    await writeFile(file, '\u001B]0;pwned\u0007\u009B31m')
    const map = { id, name, isPublic: false, nodes: [], edges: [] }
    const step: Reply = { json: { map }, headers: { ETag: '"v1"' } }
    for (const words of [['get', id], ['pull', id, '-o', '-'], ['push', file], ['open\u001B[2J']]) {
      const { stdout, stderr } = await runAgainst([step], words, { isTerminal: true, env: { NO_COLOR: '1' } })
      expect(`${stdout}${stderr}`, words[0]).toMatch(
        /^[^\p{Cc}\p{Bidi_Control}]+\n[^\0-\x09\x0b-\x1f\x7f-\x9f\p{Bidi_Control}]*$/u,
      )
      if (stdout) expect(JSON.parse(stdout)).toMatchObject({ name })
    }
    await rm(dirname(file), { recursive: true })
  })

  it.each([true, false])(
    'no id, time, link or file name of the service steers it (a terminal: %s)',
    async (isTerminal) => {
      const steering = '\u001B]0;pwned\u0007\u009B31m\u202E'
      const head = {
        id: `x${steering}`,
        name: 'Tea',
        isPublic: false,
        updatedAt: `2026-03-01T12:00:00Z${isTerminal ? '' : steering}`,
      }
      const list: Reply = { json: { maps: [head, head] } }
      const whole: Reply = { json: { map: { ...head, nodes: [], edges: [] } }, headers: { ETag: '"v1"' } }
      const failure: Reply = {
        status: 500,
        json: { title: steering, detail: steering, requestId: `r${steering}` },
        headers: problemType,
      }
      const file = join(await mkdtemp(join(tmpdir(), 'maps-cli-')), 'map.json')
      await writeFile(file, JSON.stringify({ name: 'Tea', nodes: [], edges: [] }))
      const guide = join(dirname(file), 'CLAUDE.md')
      const address = `https://x.test/api/v1/maps/${id}/export/claude?hide=${encodeURIComponent(steering)}`
      await writeFile(guide, `\n## Refresh\n\n\`curl '${address}'\`\n`)
      const runs: [[Reply, ...Reply[]], string[]][] = [
        [[list], ['list']],
        [[list], ['get', 'Tea']],
        [
          [whole, { json: { deleted: true } }],
          ['rm', id, '--yes'],
        ],
        [
          [{ json: { maps: [] } }, whole],
          ['push', file],
        ],
        [[failure], ['list']],
        [[{ headers: { 'Content-Type': 'text/markdown' }, text: '# Tea\n' }], ['check', guide]],
      ]
      for (const [steps, words] of runs) {
        const { stdout, stderr } = await runAgainst(steps, words, { isTerminal, env: { NO_COLOR: '1' } })
        expect(`${stdout}${stderr}`, words.join(' ')).toMatch(/^[^\0-\x08\x0b-\x1f\x7f-\x9f\p{Bidi_Control}]+$/u)
        expect(`${stdout}${stderr}`, words.join(' ')).toMatch(/pwned|r /)
      }
      await rm(dirname(file), { recursive: true })
    },
  )

  it('no field of a compared file steers it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'maps-cli-'))
    const file = join(folder, 'map.json')
    const content = { name: 'Tea', nodes: [{ id: 'a', 'f\u001B]0;p\u0007\u009B\u202E': 1 }] }
    await writeFile(file, JSON.stringify({ id, ...content }))
    const stored: Reply = {
      json: { map: { id, name: 'Tea', nodes: [{ id: 'a' }], edges: [] } },
      headers: { ETag: '"v1"' },
    }
    for (const format of ['text', 'md', 'json']) {
      const words = ['diff', file, '--format', format]
      const { stdout } = await runAgainst([stored], words, { isTerminal: true, env: { NO_COLOR: '1' } })
      expect(stdout, format).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f\p{Bidi_Control}]+$/u)
    }
    await rm(folder, { recursive: true })
  })

  it('progress fits the window, also with the name of a long path', async () => {
    const busy: Reply = { status: 503, headers: { 'Retry-After': '0' } }
    const file = join(await mkdtemp(join(tmpdir(), 'maps-cli-')), 'long'.repeat(30), 'tea.md')
    const headers = { 'Content-Type': 'text/markdown' }
    const steps: [Reply, ...Reply[]] = [busy, busy, busy, { headers, text: '# Tea\n' }]
    const { stderr } = await runAgainst(steps, ['export', id, 'markdown', '-o', file], { isTerminal: true })
    const frames = Array.from(stderr.matchAll(/\r([^\r]*?)\u001B\[K/g), ([, frame]) => frame!)
    expect(frames[0]).toMatch(/^⠋ Making .*…$/)
    for (const frame of frames) expect(frame.length).toBeLessThan(80)
    await rm(dirname(dirname(file)), { recursive: true })
  })

  it('colours are used, unless NO_COLOR says no', async () => {
    const wrong: [Reply] = [{ status: 401 }]
    const colored = await runAgainst(wrong, ['list'], { isTerminal: true })
    expect(colored.stderr).toMatch(/^\u001B\[31mmaps list:\u001B\[0m The token is wrong/)
    for (const terminal of [{ isTerminal: true, env: { NO_COLOR: '1' } }, { isTerminal: false }]) {
      expect((await runAgainst(wrong, ['list'], terminal)).stderr).toMatch(/^maps list: The token is wrong/)
    }
  })

  it('a slow export shows its progress, and clears it, and does neither in a pipe', async () => {
    const busy: Reply = { status: 503, headers: { 'Retry-After': '0' } }
    const words = ['export', id, 'markdown', '-o', '-']
    const headers = { 'Content-Type': 'text/markdown' }
    const steps: [Reply, ...Reply[]] = [busy, busy, busy, { headers, text: '# Tea\n' }]
    const terminal = await runAgainst(steps, words, { isTerminal: true })
    expect(terminal).toMatchObject({ code: 0, stdout: '# Tea\n' })
    expect(terminal.stderr).toMatch(/^\r⠋ Making .* …\u001B\[K[^]*\r\u001B\[K$/)
    expect(await runAgainst(steps, words)).toMatchObject({ code: 0, stdout: '# Tea\n', stderr: '' })
  })

  it('a file is printed without what could steer it, and goes into a pipe as it is', async () => {
    const words = ['export', id, 'figma', '-o', '-']
    const headers = { 'Content-Type': 'application/json' }
    const step: Reply = { headers, text: '{"name":\n"Tea\u009B31m"}\n' }
    expect((await runAgainst([step], words, { isTerminal: true })).stdout).toBe('{"name":\n"Tea 31m"}\n')
    expect((await runAgainst([step], words)).stdout).toBe(step.text)
  })

  it('no picture is printed', async () => {
    const { code, requests } = await runAgainst([{}], ['export', id, 'png', '-o', '-'], { isTerminal: true })
    expect({ code, requests }).toEqual({ code: exitCodes.usage, requests: [] })
  })
})

it('a file of several parts says so, also where it is printed', async () => {
  const headers = { 'Content-Type': 'application/json', Link: `</api/v1/maps/${id}/export/notion?part=2>; rel="next"` }
  const printed = await runAgainst([{ headers, json: {} }], ['export', id, 'notion', '-o', '-'])
  expect(printed).toMatchObject({ code: 0, stdout: '{}', stderr: 'The next part: --part 2\n' })
})

it('the comparison with a file says who may see the map, as a push does', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'maps-cli-'))
  const file = join(folder, 'tea.json')
  const map = { name: 'Tea', isPublic: true, nodes: [], edges: [] }
  const stored: [Reply] = [{ json: { map: { ...map, id } }, headers: { ETag: '"v7"' } }]
  const compare = async (own: object, ...words: string[]) => {
    await writeFile(file, JSON.stringify({ id, ...own }))
    return (await runAgainst(stored, ['diff', file, ...words])).stdout
  }
  expect(await compare({ ...map, isPublic: false })).toBe('Tea: made private.\n')
  expect(await compare({ ...map, isPublic: false }, '--format', 'md')).toContain('The map would be made private.')
  const json = await compare({ ...map, isPublic: false }, '--format', 'json')
  expect(JSON.parse(json)).toMatchObject({ diff: { isPublic: { from: true, to: false } } })
  for (const same of [map, { ...map, isPublic: undefined }]) expect(await compare(same)).toBe('Tea: no change.\n')
  expect((await runAgainst(stored, ['push', file, '--dry-run'])).stdout).toContain('Tea')
})

it('no option has the name of one that Node looks for behind the script, too', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-cli-'))
  const script = join(folder.path, 'script.js')
  await writeFile(script, 'console.log("done")')
  await writeFile(join(folder.path, 'preload.cjs'), 'console.log("preloaded")')
  await writeFile(join(folder.path, 'file'), `NODE_OPTIONS=--require=${join(folder.path, 'preload.cjs')}`)
  const names = new Set(commands.flatMap(({ options }) => Object.keys(options)))
  const words = Array.from(names, (it) => [`--${it}`, join(folder.path, 'file')]).flat()
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...words])
  expect(stdout).toBe('done\n')
})

describe('an exit code', () => {
  it.each<[name: keyof typeof exitCodes, step: Reply]>([
    ['undecided', { status: 503, headers: { 'Retry-After': '3600' } }],
    ['undecided', { status: 429, headers: { 'Retry-After': '3600' } }],
    ['noSuchMap', { status: 404 }],
    ['notAllowed', { status: 401 }],
    ['notAllowed', { status: 403 }],
    ['failed', { status: 400 }],
    ['failed', { status: 500 }],
    ['failed', { text: '<h1>Not the service</h1>' }],
    ['failed', { status: 302, headers: { Location: 'https://sign-in.example/' } }],
  ])('%s', async (name, step) => {
    for (const words of [
      ['get', id],
      ['export', id, 'claude', '-o', '-'],
      ['export', id, 'png', '-o', '-'],
    ]) {
      expect(await runAgainst([step], words), words.join(' ')).toMatchObject({ code: exitCodes[name], stdout: '' })
    }
  })

  it('usage, where nothing is sent', async () => {
    const wrongOption = ['export', id, 'claude', '--scale', '2']
    for (const words of [[], ['frob'], ['help', 'frob'], ['get'], ['get', id, '--frob'], wrongOption]) {
      expect(await runAgainst([{}], words)).toMatchObject({ code: exitCodes.usage, requests: [] })
    }
  })

  it('what the README says', async () => {
    const readme = await readFile(new URL('README.md', import.meta.url), 'utf8')
    const rows = Array.from(readme.matchAll(/^\| (\d+) +\| (.+?) +\|$/gm), ([, code, meaning]) => [
      Number(code),
      meaning,
    ])
    expect(rows.map(([code, meaning]) => [code, String(meaning).replaceAll('`', '')])).toEqual(exitCodeMeanings)
  })
})

describe('a checked file', () => {
  it.each([
    ['markdown', 'text/markdown', exitCodes.done],
    ['notion', 'application/json', exitCodes.done],
    ['svg', 'image/svg+xml', exitCodes.done],
    ['png', 'image/png', exitCodes.outdated],
  ])('may have line ends of Windows where it is text: %s', async (format, type, code) => {
    const file = join(await mkdtemp(join(tmpdir(), 'maps-cli-')), 'file')
    const step: Reply = { headers: { 'Content-Type': type }, text: 'Tëa\n\nshop\n' }
    const words = ['check', file, '--map', id, '--format', format]
    await writeFile(file, 'Tëa\r\n\r\nshop\r\n')
    expect(await runAgainst([step], words)).toMatchObject({ code })
    await writeFile(file, 'Tëa\n\nshop\n')
    expect(await runAgainst([step], words)).toMatchObject({ code: exitCodes.done })
    await writeFile(file, 'Tea\r\nshop\n')
    expect(await runAgainst([step], words)).toMatchObject({ code: exitCodes.outdated })
    await rm(dirname(file), { recursive: true })
  })
})

it('an old guide is told with the command of its options, also where an id looks like a flag', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-cli-'))
  const file = join(folder.path, 'guide.md')
  const query = 'focus=true&hide=false&compact=true&costs=false'
  await writeFile(file, `# Tea\n\n## Refresh\n\ncurl 'https://x/api/v1/maps/${id}/export/agents?${query}'\n`)
  const step: Reply = { headers: { 'Content-Type': 'text/markdown' }, text: 'new' }
  const { code, stdout } = await runAgainst([step], ['check', file])
  const words = '--compact --no-costs --focus true --hide false'
  expect({ code, stdout }).toEqual({
    code: exitCodes.outdated,
    stdout: `older    ${file}: maps export ${id} agents -o ${file} ${words}\n`,
  })
})

describe('the help', () => {
  it('of each command is printed for --help, -h and the command help', async () => {
    const whole = await runAgainst([{}], ['--help'])
    for (const { name, summary } of commands) {
      expect(whole.stdout).toContain(`  ${name}`)
      const { stdout } = await runAgainst([{}], [name, '--help'])
      expect(stdout.toLowerCase()).toContain(summary.slice(0, 40).toLowerCase())
      expect(await runAgainst([{}], [name, 'x', '-h'])).toMatchObject({ code: 0, stdout })
      expect(await runAgainst([{}], ['help', name])).toMatchObject({ code: 0, stdout })
    }
  })

  it('has examples that are command lines', () => {
    const quoted = /"([^"]*)"|(\S+)/g
    for (const command of commands) {
      expect(command.examples.length).toBeGreaterThan(0)
      for (const [line] of command.examples) {
        const [name, ...words] = Array.from(line.split(/ [|<>]/)[0]!.matchAll(quoted), (it) => it[1] ?? it[2]!)
        const used = commands.find((it) => it.name === name)
        parseArguments(used!, words)
      }
    }
  })

  it('fits a terminal of 80 columns', async () => {
    for (const words of [['--help'], ...commands.map((it) => [it.name, '--help'])]) {
      const { stdout } = await runAgainst([{}], words)
      const long = stdout.split('\n').filter((it) => it.length > 80)
      expect(long).toEqual([])
    }
  })
})
