import { Unavailable } from '@maps/shared/errors'
import PQueue from 'p-queue'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Query, Rows } from './postgres.ts'

it('asks a silent database for some of what waits for its turn, and refuses the rest', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { answerInTurn } = await import('./answer.ts')
  // oxlint-disable-next-line unicorn/no-thenable -- as a query that was sent to it
  const ask = vi.fn<() => Query<Rows>>(() => ({ then() {} }) as unknown as Query<Rows>)
  const turns = new PQueue({ concurrency: 2 })
  const answers = Promise.allSettled(Array.from({ length: 50 }, () => answerInTurn(turns, 0, ask)))
  await vi.advanceTimersByTimeAsync(18_500)
  for (const it of await answers) expect(it).toMatchObject({ status: 'rejected', reason: expect.any(Unavailable) })
  expect(ask).toHaveBeenCalledTimes(2 * 5)
})
