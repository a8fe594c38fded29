import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { startScriptedServer } from '../../../test/rig/scripted-server.ts'
import { exitCodes } from '../failure.ts'
import { run } from '../run.ts'

const id = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
const shop = {
  id,
  name: 'Shop',
  isPublic: false,
  nodes: [
    { id: 'web', label: 'Web' },
    { id: 'api', label: 'Orders', tech: 'Go' },
    { id: 'payments', spend: 90 },
  ],
  edges: [
    { source: 'web', target: 'api', label: 'orders' },
    { source: 'api', target: 'payments' },
  ],
}
const seen = 'services:\n  web: { depends_on: [api] }\n  api: { depends_on: [payment] }\n  payment: {}\n'
const equal = seen.replaceAll('payment', 'payments')

/** Runs the command on the map with this file. @returns its exit code, its output and the last request */
async function drift(content: string, ...words: string[]) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-drift-'))
  await writeFile(join(folder.path, 'seen.yml'), content)
  await writeFile(join(folder.path, 'alias.yml'), 'payments: payment\n')
  const reply = { json: { map: shop }, headers: { ETag: '"v7"' } }
  await using server = await startScriptedServer(reply)
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const cwd = process.cwd()
  process.chdir(folder.path)
  const code = await run(['drift', id, ...(words.includes('--observed') ? [] : ['--observed', 'seen.yml']), ...words], {
    env: { MAPS_URL: server.url, MAPS_TOKEN: 'token' },
    stdin: new PassThrough().end(),
    stdout,
    stderr,
    signal: new AbortController().signal,
  }).finally(() => process.chdir(cwd))
  const [out, err] = await Promise.all([text(stdout.end()), text(stderr.end())])
  return { code, stdout: out, stderr: err, request: server.requests.at(-1) }
}

describe('maps drift', () => {
  it('cannot tell, and changes nothing, while a file that was included cannot be read', async () => {
    for (const words of [[], ['--apply']]) {
      const { code, stderr, request } = await drift(`include: [gone.yml]\n${equal}`, ...words)
      expect(code).toBe(exitCodes.undecided)
      expect(stderr).toContain('1 file that cannot be read (gone.yml)')
      expect(request?.method).toBe('GET')
    }
  })

  it('says in each form what it left out, as text alone', async () => {
    const content = equal.replace('[payments]', "[payments, '<b>@all']")
    const name = 'connection to a service that no file has (api → '
    const md = await drift(content, '--format', 'md')
    expect(md.stdout).toContain(`Left out of what was seen: 1 ${name}`)
    expect(md.stdout).not.toMatch(/(?<!\\)<b>|@all/)
    const { leftOut } = (
      JSON.parse((await drift(content, '--format', 'json')).stdout) as { drift: { leftOut: string[] } }
    ).drift
    expect(leftOut).toEqual([`1 ${name}<b>@all)`])
    expect((await drift(content)).stderr).toContain(`Left out: 1 ${name}`)
  })

  it('exits with 0 where the map is what was seen, with 1 where it is not, and with 2 where it cannot be told', async () => {
    const summary = 'Shop and seen.yml: no difference.\n'
    expect(await drift(equal)).toMatchObject({ code: exitCodes.done, stdout: summary, stderr: '' })
    expect(await drift(seen, '--alias', 'alias.yml')).toMatchObject({ code: exitCodes.done, stdout: summary })
    expect(await drift(seen, '--ignore', 'pay*')).toMatchObject({ code: exitCodes.done, stdout: summary })
    expect(await drift(seen)).toMatchObject({ code: exitCodes.outdated })
    for (const words of [
      ['--label', 'env=prod'],
      ['--observed', 'none.yml'],
      ['--observed', 'alias.yml'],
      ['--alias', 'seen.yml'],
    ]) {
      expect(await drift(seen, ...words), words.join(' ')).toMatchObject({ code: exitCodes.undecided, stdout: '' })
    }
    for (const words of [['--apply', '--propose'], ['--label', 'prod'], ['--observed']]) {
      expect(await drift(seen, ...words), words.join(' ')).toMatchObject({ code: exitCodes.usage, stdout: '' })
    }
  })

  it('lists each difference with what tells of it, and a similar name', async () => {
    expect((await drift(seen)).stdout).toBe(
      [
        'Shop and seen.yml: 1 service and 1 connection not in the map; 1 service and 1 connection not seen.',
        '+ payment  services.payment',
        '- payments  $90',
        '+ Orders → payment  services.api',
        '- Orders → payments',
        'payment is not in the map. If it is payments, say so in the file of --alias.\n',
      ].join('\n'),
    )
  })

  it('writes Markdown with a table and a picture, and JSON', async () => {
    const { stdout } = await drift(seen, '--format', 'md')
    expect(stdout).toContain('| added | Orders → payment | services.api |\n')
    expect(stdout).toContain('```mermaid\nflowchart LR\n')
    expect(stdout).toMatch(/\nAdded is what was seen and is not in the map; .*\n$/)
    const place = (text: string) => [{ place: text }]
    expect(JSON.parse((await drift(seen, '--format', 'json')).stdout)).toEqual({
      drift: {
        map: id,
        observed: 'seen.yml',
        undeclared: {
          services: [{ name: 'payment', similar: 'payments', evidence: place('services.payment') }],
          connections: [{ source: 'api', target: 'payment', evidence: place('services.api') }],
        },
        unseen: { services: [shop.nodes[2]], connections: [shop.edges[1]] },
        leftOut: [],
      },
    })
  })

  it('proposes operations at the version that it read', async () => {
    const { code, stdout } = await drift(seen, '--propose')
    expect({ code, ...JSON.parse(stdout) }).toEqual({
      code: exitCodes.outdated,
      id,
      version: 7,
      operations: [
        { op: 'remove_node', id: 'payments' },
        { op: 'add_node', node: { id: 'payment' } },
        { op: 'add_edge', edge: { source: 'api', target: 'payment' } },
      ],
    })
  })

  it('changes the map at that version, with a note', async () => {
    const { code, stdout, request } = await drift(seen, '--apply')
    expect({ code, stdout }).toEqual({
      code: exitCodes.done,
      stdout: `Updated Shop (${id}): 1 service added, 1 removed; 1 connection added, 1 removed.\n`,
    })
    expect(request).toMatchObject({
      method: 'PATCH',
      headers: { 'if-match': '"v7"', 'maps-note': 'Made%20what%20was%20seen%2C%20by%20maps%20drift' },
      body: {
        nodes: [...shop.nodes.slice(0, 2), { id: 'payment' }],
        edges: [shop.edges[0], { source: 'api', target: 'payment' }],
      },
    })
    expect((await drift(seen, '--apply', '--note', 'Seen on Friday')).request!.headers['maps-note']).toBe(
      'Seen%20on%20Friday',
    )
    expect(await drift(equal, '--apply')).toMatchObject({ code: exitCodes.done, request: { method: 'GET' } })
  })

  it('exits with a difference where what was not seen stays, and with none where all was applied', async () => {
    const unread = (file: string): string => file.replace('web: {', 'web: { env_file: gone.env,')
    const kept = await drift(unread(seen), '--apply')
    expect(kept).toMatchObject({
      code: exitCodes.outdated,
      stdout: `Updated Shop (${id}): 1 service added; 1 connection added.\n`,
      stderr: expect.stringContaining('So nothing is removed from the map'),
    })
    expect(await drift(unread(`${equal}  mail: {}\n`), '--apply')).toMatchObject({ code: exitCodes.done })
  })

  it('prints nothing of a file that steers a terminal', async () => {
    const name = '"x\\e]0;pwned\\a\\u009b31m\\u202e"'
    const files = [
      `services: { ${name}: {} }`,
      `services: { web: {}, Web: {}, ${name}: {}, x]0;pwned31m: {} }`,
      `{${name}`,
    ]
    for (const file of files) {
      for (const format of ['text', 'md', 'json']) {
        const { stdout, stderr } = await drift(file, '--format', format)
        expect(stdout + stderr).toMatch(/^[^\0-\x09\x0b-\x1f\x7f-\x9f\p{Bidi_Control}]+$/u)
      }
    }
  })
})
