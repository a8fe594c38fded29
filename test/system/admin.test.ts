import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSystem, type System } from '../rig/system.ts'
import { type Outcome, runAdmin } from './admin-program.ts'

let system: System

beforeAll(async () => {
  system = await startSystem({ workers: 0 })
})
afterAll(() => system[Symbol.asyncDispose]())

function admin(...args: string[]): Promise<Outcome> {
  return runAdmin({ DATABASE_URL: system.databaseUrl }, args)
}

async function statusWith(token: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}` }
  return (await fetch(`${system.gateways[0]!.url}/api/v1/maps`, { headers })).status
}

describe('the admin command line', { timeout: 60_000 }, () => {
  it('makes a workspace and a token that opens it, and prints the token alone', async () => {
    expect(await admin('workspace', 'create', 'acme', '--plan', 'pro')).toMatchObject({ code: 0 })
    const { stdout } = await admin('token', 'create', '--workspace', 'acme', '--name', 'ci', '--expires-in', '90d')
    expect(stdout).toMatch(/^mapsws_\w{36}\n$/)
    expect(await statusWith(stdout.trim())).toBe(200)
    const workspaces = await admin('workspace', 'list')
    expect(workspaces.stdout).toMatch(/acme.*pro/)
    const tokens = await admin('token', 'list', '--workspace', 'acme')
    expect(tokens.stdout).toContain(stdout.trim().slice(-4))
    expect(tokens.stdout).not.toContain(stdout.trim())
  })

  it('revokes a token by its id', async () => {
    await admin('workspace', 'create', 'brief')
    const token = (await admin('token', 'create', '--workspace', 'brief', '--name', 'x')).stdout.trim()
    const list = await admin('token', 'list', '--workspace', 'brief')
    const id = /[0-9a-f]{8}-[0-9a-f-]{27}/.exec(list.stdout)![0]
    expect(await admin('token', 'revoke', id)).toMatchObject({ code: 0 })
    expect(await statusWith(token)).toBe(401)
    const again = await admin('token', 'revoke', id)
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('no live token') })
  })

  it('makes tokens that expire', async () => {
    await admin('workspace', 'create', 'passing')
    const create = ['token', 'create', '--workspace', 'passing', '--name', 'x', '--expires-in']
    const token = (await admin(...create, '1m')).stdout.trim()
    expect(await statusWith(token)).toBe(200)
    for (const time of ['soon', '0m', '-1d', '1y']) {
      expect(await admin(...create, time)).toMatchObject({ code: 1, stderr: expect.stringContaining('30m, 12h, 90d') })
    }
  })

  it('says in a sentence what cannot be done', async () => {
    await admin('workspace', 'create', 'once')
    const cases = [
      [['workspace', 'create', 'once'], 'There is a workspace named once already.'],
      [['workspace', 'create', 'two words'], 'A name has 1 to 100'],
      [['workspace', 'create', 'x', '--plan', 'gold'], 'Allowed choices are free, pro'],
      [['token', 'create', '--workspace', 'nobody', '--name', 'x'], 'There is no workspace named nobody.'],
      [['token', 'create', '--workspace', 'once'], '--name'],
      [['token', 'revoke', 'x'], 'There is no live token with the id x.'],
    ] as const
    for (const [args, told] of cases) {
      const { code, stdout, stderr } = await admin(...args)
      expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
      expect(stderr).toContain(told)
      expect(stderr).not.toContain('    at ')
    }
  })
})
