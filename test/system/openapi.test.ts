import { describe, expect, it } from 'vitest'
import { type DescribedResponse, parseOpenApi } from '../rig/openapi-document.ts'
import type { RequestOptions } from '../rig/rest-client.ts'
import { useSystem } from '../rig/shared-system.ts'

const { system, client } = await useSystem()
const document = await (await fetch(`${system.url}/api/v1/openapi.json`)).text()
const { paths, components } = parseOpenApi(document)
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, it]) => [method.toUpperCase(), path, it] as const),
)

describe('the OpenAPI document', () => {
  it('has working examples of every request and its response', async () => {
    let id = ''
    // Only a map that was changed has two versions.
    const stepOf = (method: string, operationId: string): string =>
      operationId.startsWith('getDiff') ? 'DIFF' : method
    const order = 'POST GET PUT PATCH DIFF DELETE'
    const inOrder = operations.toSorted(([a, pathA, first], [b, pathB, second]) => {
      const steps = order.indexOf(stepOf(a, first.operationId)) - order.indexOf(stepOf(b, second.operationId))
      return steps || pathB.length - pathA.length
    })
    expect(inOrder).toHaveLength(26)
    for (const [method, path, { operationId, requestBody, responses }] of inOrder) {
      const body = requestBody?.content['application/json'].example
      expect(body === undefined).toBe(method === 'GET' || method === 'DELETE')
      const response = await client.request(method, pathOf(path, id), { ...(body !== undefined && { body }) })
      expect(Object.keys(responses), operationId).toContain(String(response.status))
      expect(response.status, `${operationId}: ${response.status < 300 ? '' : response.text}`).toBeLessThan(300)
      if (operationId === 'createMap') id = response.json.map.id
      const [example] = Object.values(responses[response.status]!.content ?? {}).map((it) => it.example)
      if (response.status === 204) expect(response.text).toBe('')
      else if (typeof example === 'string') expect(response.text.slice(0, example.length), operationId).toBe(example)
      else if (operationId === 'listRevisions') expect(example).toMatchObject(withoutValues(response.json))
      else if (operationId === 'getWorkspace') expect(keysOf(response.json)).toEqual(keysOf(example))
      else if (!['exportPng', 'getDiffPng'].includes(operationId))
        expect(normalize(response.json), operationId).toMatchObject(normalize(example))
    }
  })

  it('has switches of the query as booleans', () => {
    const parameters = Object.values(paths).flatMap((it) => it['get']?.parameters ?? [])
    const schemas = parameters.filter(({ name }) => ['icons', 'title', 'compact'].includes(name)).map((it) => it.schema)
    expect(schemas.length).toBeGreaterThan(4)
    for (const schema of schemas) expect(schema).toEqual({ type: 'boolean', description: expect.any(String) })
  })

  it('has numbers without a pattern, which is for texts', () => {
    const patterns: unknown[] = []
    let numbers = 0
    JSON.parse(document, (_, value: { type?: unknown; pattern?: unknown } | null) => {
      if (value?.type !== 'number' && value?.type !== 'integer') return value
      numbers++
      if (value.pattern !== undefined) patterns.push(value)
      return value
    })
    expect(numbers).toBeGreaterThan(30)
    expect(patterns).toEqual([])
  })

  it('lets responses have fields that it does not name, but no body', () => {
    const closed: string[] = []
    JSON.parse(document, (key, value: { additionalProperties?: unknown } | null) => {
      if (value?.additionalProperties === false) closed.push(key)
      return value
    })
    expect(closed.toSorted()).toEqual(['MapChange', 'NewMap', 'Pin'])
  })

  it('says what a token looks like and where it comes from', () => {
    expect(components.securitySchemes['workspaceToken']).toMatchObject({
      bearerFormat: expect.stringContaining('mapsws_'),
      description: expect.stringContaining('token create'),
    })
  })

  it('has examples of every error, in the words of the service', async () => {
    const { id } = await client.createMap({ name: 'Refused' })
    const missing = operations.flatMap(([, , { operationId, responses }]) =>
      Object.entries(responses)
        .filter(([status, it]) => Number(status) >= 400 && !it.content?.['application/problem+json']?.example)
        .map(([status]) => `${operationId} ${status}`),
    )
    expect(missing).toEqual([])
    const body = { name: 'Web shop', edges: [{ source: 'web', target: 'api', color: 'url(#blue)' }] }
    const unknownId = '0198b2f0-6a1c-7d3e-8f10-2b5c6d7e8f90'
    const shared = new Set(Object.values(components.responses))
    const tried = new Set<DescribedResponse>()
    for (const [method, path, { operationId, requestBody, responses }] of operations) {
      const address = pathOf(path, id)
      const valid = operationId === 'pinLayout' ? { nodes: [] } : { name: 'x' }
      const headers = { 'Content-Type': 'text/plain' }
      const requests: [status: number, method: string, path: string, options: RequestOptions][] = [
        [400, method, address, requestBody ? { body } : { query: { colour: 'red' } }],
        [401, method, address, { headers: { Authorization: '' } }],
        [404, method, pathOf(path, unknownId), requestBody ? { body: valid } : {}],
        [405, path.endsWith('/layout') ? 'POST' : 'PUT', address, {}],
        [412, method, address, { headers: { 'If-Match': '"v99"' }, ...(requestBody && { body: valid }) }],
        [415, method, address, { headers, body: 'x' }],
      ]
      for (const [status, ownMethod, ownPath, options] of requests) {
        const described = responses[status]
        if (!described || tried.has(described)) continue
        tried.add(described)
        const { json } = await client.request(ownMethod, ownPath, { ...options, direct: true })
        const { example } = described.content!['application/problem+json']!
        const atItsPath = shared.has(described) && { instance: json.instance }
        expect(normalize(json), `${operationId} ${status}`).toEqual(normalize({ ...(example as object), ...atItsPath }))
      }
    }
  })
})

/** The path of an operation for a map and its first version. */
function pathOf(path: string, id: string): string {
  return path.replace('{id}', id).replace('{version}', '1')
}

/** The fields of the versions, with any values: the example has a note. */
function withoutValues({ revisions }: { revisions: object[] }): object {
  const fields = Object.keys(revisions[0]!).map((it) => [it, expect.anything()])
  return { revisions: [Object.fromEntries(fields)] }
}

/** The names of the workspace's fields: their values are those of the test. The token of the example expires, this one does not. */
function keysOf(response: unknown): unknown[] {
  const { token, usage, limits, ...others } = (response as { workspace: Record<string, object> }).workspace
  return [others, usage!, limits!, { ...token, expiresAt: '' }].map((it) => Object.keys(it).toSorted())
}

/** Replaces ids and times by constants, so that a response can be compared with an example. */
function normalize(value: unknown): object {
  const text = JSON.stringify(value)
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'an id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'a time')
  return JSON.parse(text) as object
}
