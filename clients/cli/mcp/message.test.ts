import { describe, expect, it } from 'vitest'
import { headersOf } from './message.ts'
import { readEvents, readLines } from './text-stream.ts'

const meta = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' }

describe('the headers of a message', () => {
  it('repeat the method and name of a message of the current protocol', () => {
    const version = { 'MCP-Protocol-Version': '2026-07-28' }
    const headersFor = (method: string, params: object) => headersOf({ method, params: { ...params, _meta: meta } })
    expect(headersFor('tools/list', {})).toEqual({ ...version, 'Mcp-Method': 'tools/list' })
    expect(headersFor('tools/call', { name: 'get_map' })).toMatchObject({ 'Mcp-Name': 'get_map' })
    expect(headersFor('resources/read', { uri: 'maps://1' })).toMatchObject({ 'Mcp-Name': 'maps://1' })
    expect(headersFor('resources/list', { uri: 'maps://1' })).not.toHaveProperty('Mcp-Name')
  })

  it.each([
    ['café', '=?base64?Y2Fmw6k=?='],
    [' a', '=?base64?IGE=?='],
    ['a\nb', '=?base64?YQpi?='],
    ['=?base64?YQ==?=', '=?base64?PT9iYXNlNjQ/WVE9PT89?='],
    ['two words', 'two words'],
    ['', ''],
  ])('encode any name: %j', (name, value) => {
    expect(headersOf({ method: 'tools/call', params: { name, _meta: meta } })['Mcp-Name']).toBe(value)
  })

  it('name the agreed version for messages of older protocols, once there is one', () => {
    expect(headersOf({ method: 'initialize' })).toEqual({})
    expect(headersOf({ method: 'tools/list' }, '2025-06-18')).toEqual({ 'MCP-Protocol-Version': '2025-06-18' })
  })
})

describe('a stream', () => {
  /** Splits the text into chunks of so many bytes. */
  async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
    const bytes = new TextEncoder().encode(text)
    for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size)
  }

  it.each([1, 3, 1_000])('has lines, ended by line feeds alone, in chunks of %i', async (size) => {
    const lines = ['{"name":"a\u2028b ☕"}', '', 'last']
    expect(await Array.fromAsync(readLines(inPieces(lines.join('\n'), size)))).toEqual(lines)
    expect(await Array.fromAsync(readLines(inPieces('one\n', size)))).toEqual(['one'])
  })

  it.each([1, 3, 1_000])('has events, in chunks of %i', async (size) => {
    const text = ': hello\r\n\r\nevent: message\r\ndata: {"a":\r\ndata: 1}\r\n\r\nid: 1\ndata:2\n\n'
    expect(await Array.fromAsync(readEvents(inPieces(text, size)))).toEqual(['{"a":\n1}', '2'])
  })
})
