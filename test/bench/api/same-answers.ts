import { deepStrictEqual } from 'node:assert/strict'
import { askOf, operations, type Surroundings } from './cells.ts'
import type { Asked } from './load.ts'
import type { Way } from './servers.ts'

/** Of a map, what differs from one change to the next. */
const fleeting = new Set(['id', 'workspaceId', 'createdAt', 'updatedAt'])

/** @throws AssertionError where the ways do not answer alike; reads must agree in everything, writes but for what is fleeting */
export async function checkSameAnswers(ours: Way, bare: Way, surroundings: Surroundings): Promise<number> {
  let count = 0
  for (const nodes of surroundings.workspaces.keys()) {
    for (const operation of operations) {
      const [one, other] = await Promise.all(
        [ours, bare].map(async (way) => bodyOf(way, askOf({ operation, nodes }, way.name, 0, surroundings))),
      )
      const isWrite = operation === 'POST' || operation === 'PATCH'
      const read = (text = ''): unknown => JSON.parse(text, (key, it: unknown) => (isFleeting(key, it) ? '' : it))
      const isFleeting = (key: string, it: unknown) => isWrite && fleeting.has(key) && isIdOrTime(it)
      deepStrictEqual(read(other), read(one), `${operation} of ${nodes} nodes`)
      count++
    }
  }
  return count
}

/** A node's id is neither. */
function isIdOrTime(value: unknown): boolean {
  return typeof value === 'string' && /^[0-9a-f]{8}-[0-9a-f-]{27}$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)
}

async function bodyOf({ name, url }: Way, { method, path, headers, body, status }: Asked): Promise<string> {
  const answer = await fetch(url + path, { method, headers, ...(body !== undefined && { body }) })
  const text = await answer.text()
  if (answer.status !== status) throw new Error(`${name}: ${method} ${path} answered ${answer.status}: ${text}`)
  const type = answer.headers.get('content-type')
  if (type !== 'application/json') throw new Error(`${name}: ${method} ${path} answered ${type}`)
  return text
}
