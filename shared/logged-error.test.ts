import { inspect } from 'node:util'
import { expect, it } from 'vitest'
import { loggedError } from './logged-error.ts'

const secret = 'jewels'

function thrownBy(work: () => unknown): Error {
  try {
    work()
  } catch (error) {
    return error as Error
  }
  throw new Error('nothing was thrown')
}

it.each([
  [
    'arguments of a Redis command',
    Object.assign(new Error('OOM'), { command: { name: 'set', args: ['key', secret] } }),
  ],
  [
    'the row that Postgres refuses',
    Object.assign(new Error('23514'), { detail: secret, query: secret, where: secret }),
  ],
  ['an unknown Redis command', new Error(`ERR unknown command 'eval', with args beginning with: '${secret}' `)],
  ['malformed JSON', thrownBy(() => JSON.parse(`{"label":${secret}}`) as unknown)],
  ['the password of an address', new Error(`no way to redis://:${secret}p@ss@localhost:6379/0`)],
])('keeps out of the log: %s', (_, error) => {
  const wrapped = new AggregateError([error], 'all', { cause: new Error('outer', { cause: error }) })
  // The control: the error itself contains the secret.
  expect(inspect(error)).toMatch(secret)
  expect(JSON.stringify(loggedError(wrapped))).not.toMatch(/jewels|p@ss/)
})

it('keeps what an operator needs', () => {
  const cause = Object.assign(new RangeError('gone'), { code: 'ECONNREFUSED' })
  const error = Object.assign(new Error('refused', { cause }), { command: { name: 'auth', args: ['x'] } })
  expect(loggedError(error)).toMatchObject({
    type: 'Error',
    message: 'refused',
    command: 'auth',
    stack: expect.stringMatching(/^Error: refused\n +at .*logged-error\.test\.ts/) as string,
    cause: { type: 'RangeError', message: 'gone', code: 'ECONNREFUSED' },
  })
})

it('is bounded for any thrown value', () => {
  const loop = new Error('loop')
  loop.cause = new AggregateError([loop, loop, ...Array.from({ length: 100 }, () => loop)])
  expect(JSON.stringify(loggedError(loop)).length).toBeLessThan(300_000)
  expect(loggedError(new Error('x'.repeat(1e7))).message).toHaveLength(2_000)
  const messages = [null, 'text', { message: secret }].map((it) => loggedError(it).message)
  expect(messages).toEqual(Array<string>(3).fill('not an Error'))
})
