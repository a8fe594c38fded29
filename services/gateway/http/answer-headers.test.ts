import express from 'express'
import helmet from 'helmet'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import { safeHeaders } from './answer-headers.ts'

describe('safeHeaders', () => {
  it('sets on every answer what Helmet itself would', async () => {
    const options = { contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"] } } }
    const app = express().disable('x-powered-by')
    app.use('/ours', safeHeaders(options)).use('/theirs', helmet(options))
    app.use((_request, response) => void response.end())
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const headersOf = async (path: string) => {
      const { headers } = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)
      return [...headers].filter(([name]) => name !== 'date')
    }
    const theirs = await headersOf('/theirs')
    expect(await headersOf('/ours')).toEqual(theirs)
    expect(await headersOf('/ours')).toEqual(theirs)
    expect(await headersOf('/')).not.toEqual(theirs)
    server.close()
  })
})
