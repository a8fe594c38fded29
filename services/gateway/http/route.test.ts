import type { Response } from 'express'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { signalOf } from './route.ts'

function openResponse(): Response {
  return new ServerResponse(new IncomingMessage(new Socket())) as Response
}

it('the signal is aborted when a response of another handler closes, as after a protocol error', () => {
  const response = openResponse()
  const signal = signalOf(response)
  response.writeHead(400).end()
  expect(signal.aborted).toBe(false)
  response.emit('close')
  expect(signal.aborted).toBe(true)
})

it('the signal is aborted from the start for a client that had already disconnected', () => {
  const response = openResponse()
  response.destroy()
  expect(signalOf(response).aborted).toBe(true)
})
