import { newMapSchema } from '@maps/shared/map'
import { describe, expect, it } from 'vitest'
import { MAX_JSON_BYTES } from '../../services/gateway/http/body.ts'
import { applyOperations } from '../../services/gateway/mcp/apply-operations.ts'
import type { Operation } from '../../services/gateway/mcp/operations.ts'
import { tools } from '../../services/gateway/mcp/tools.ts'
import { bodyBytes, largestMap, shapeNames } from '../maps/largest-maps.ts'
import { listRoutes } from '../rig/route-list.ts'
import { operationLists, worstInputs } from '../security/worst-inputs.ts'

/** Several times the processor time of the largest edit, in ms. Applied one at a time, its operations take several times as much again. */
const MAX_EDIT_MS = 1_000

describe('the table of worst inputs', () => {
  it('has a row for every route and every tool, and no other', () => {
    const all = [...listRoutes(), ...tools.map((it) => it.name)]
    expect(Object.keys(worstInputs).toSorted()).toEqual(all.toSorted())
    for (const [name, inputs] of Object.entries(worstInputs)) expect(inputs.length, name).toBeGreaterThan(0)
  })

  it.each(shapeNames)('has valid maps that fill a body: %s', (shape) => {
    const body = { name: 'x', ...largestMap(shape, bodyBytes) }
    expect(newMapSchema.safeParse(body).error).toBeUndefined()
    const bytes = Buffer.byteLength(JSON.stringify(body))
    expect(bytes).toBeLessThanOrEqual(MAX_JSON_BYTES)
    expect(bytes).toBeGreaterThan(0.98 * MAX_JSON_BYTES)
  })
})

it.each(['one hub', 'all edges between two nodes'] as const)('edits the largest map in little time: %s', (shape) => {
  const map = largestMap(shape)
  for (const operationsOf of operationLists) {
    const operations = operationsOf(map) as Operation[]
    const before = process.threadCpuUsage()
    applyOperations(map, operations)
    const { user, system } = process.threadCpuUsage(before)
    expect((user + system) / 1_000).toBeLessThan(MAX_EDIT_MS)
  }
})
