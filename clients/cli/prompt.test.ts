import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { ask, askSecret } from './prompt.ts'

it('what is pasted after an answer is not shown', async () => {
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  const stderr = Object.assign(new PassThrough(), { isTTY: true })
  const context = { env: {}, stdin, stdout: new PassThrough(), stderr, signal: new AbortController().signal }
  stdin.write('https://maps.example/api/v1\rsecret\r')
  expect(await ask(context, 'Address: ')).toBe('https://maps.example/api/v1')
  const secret = askSecret(context, 'Token: ')
  stdin.write('secret\r')
  expect(await secret).toBe('secret')
  expect(await text(stderr.end())).not.toContain('secret')
})
