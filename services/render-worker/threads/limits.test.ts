import { expect, it } from 'vitest'
import { MapTooCostly } from '../renderers/renderer.ts'
import { costsAtDeadline } from './limits.ts'

const LIMIT_MS = 5_000

function costsOf(cpuMs: number, pageMs: number) {
  const calls = { transport: undefined!, callMs: () => 30_000, pageMs: () => pageMs }
  return costsAtDeadline({ memoryMb: 1, cpuMs }, calls, LIMIT_MS)
}

it('blames a map at its deadline for the work of thread and Chromium together, and for nothing that it only waited for', () => {
  expect(costsOf(3_000, 2_500)).toBeInstanceOf(MapTooCostly)
  expect(costsOf(3_000, 1_500)).toBeUndefined()
  expect(costsOf(0, 0)).toBeUndefined()
})
