import { readdirSync, readFileSync } from 'node:fs'
import { InsufficientScope, PlanLimit, TooManyRequests, Unauthorized } from '@maps/shared/errors'
import { expect, it } from 'vitest'
import { problemKinds, problemType } from './problem-kinds.ts'

const root = new URL('../../../', import.meta.url)
/** The client has left: no response has it. */
const CLIENT_CLOSED_REQUEST = 499

/** Statuses of all errors that are written out in these folders. */
function thrownStatuses(): number[] {
  const files = ['shared', 'services/gateway'].flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
      .filter((it) => it.endsWith('.ts') && !it.endsWith('.test.ts') && !it.includes('node_modules'))
      .map((it) => readFileSync(new URL(`${folder}/${it}`, root), 'utf8')),
  )
  const found = files.flatMap((text) => [...text.matchAll(/(?:new ServiceError|super)\(\s*(\d{3}),/g)])
  return [...new Set(found.map(([, status]) => Number(status)))]
}

it('has a kind for the status of every error', () => {
  const statuses = thrownStatuses()
  expect(statuses.length).toBeGreaterThan(12)
  const without = statuses.filter((status) => problemType({ status }) === 'about:blank')
  expect(without).toEqual([CLIENT_CLOSED_REQUEST])
})

it('tells the kinds of 403 apart', () => {
  const types = [new PlanLimit('x'), new InsufficientScope(), { status: 403 }].map(problemType)
  expect(types).toEqual(['plan-limit', 'read-only-token', 'foreign-origin'].map((it) => `/docs/problems/${it}`))
})

it('has the kind of every other error by its status', () => {
  expect(problemType(new Unauthorized())).toBe('/docs/problems/no-valid-token')
  expect(problemType(new TooManyRequests(1))).toBe('/docs/problems/too-many-requests')
  const shared = Object.values(problemKinds).filter(({ status }, index, all) =>
    all.some((other, at) => at !== index && other.status === status),
  )
  expect(shared.map((it) => it.status)).toEqual([403, 403, 403])
})
