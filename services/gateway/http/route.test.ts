import type { Response } from 'express'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { signalOf } from './route.ts'

function openResponse(): Response {
  return new ServerResponse(new IncomingMessage(new Socket())) as Response
}

it("is over for a route's handler also where another has answered, as for a client that broke the protocol meanwhile", () => {
  const response = openResponse()
  const signal = signalOf(response)
  response.writeHead(400).end()
  expect(signal.aborted).toBe(false)
  response.emit('close')
  expect(signal.aborted).toBe(true)
})

it('is over from the start for a client that had gone before', () => {
  const response = openResponse()
  response.destroy()
  expect(signalOf(response).aborted).toBe(true)
})
