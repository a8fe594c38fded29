import { describe, expect, it } from 'vitest'
import type { QueueState } from '../../operations/queue-state.ts'
import { checkServer, checkState } from './queue.ts'

const healthy = {
  version: '8.2.1',
  runId: 'x',
  policy: 'noeviction',
  keepsData: true,
  usedBytes: 1,
  limitBytes: 0,
  tookMs: 1,
}

describe('the check of the Redis server of the queue', () => {
  it.each(['2.8.24', '5.0.14', '6.0.20'])('version %s is too old', (version) => {
    expect([...checkServer({ ...healthy, version })]).toEqual([
      { state: 'BAD', text: `The queue's Redis is ${version}: it takes 6.2 or newer` },
    ])
  })

  it.each(['6.2.0', '7.0.15', '10.0.0'])('version %s is new enough', (version) => {
    expect([...checkServer({ ...healthy, version })]).toMatchObject([{ state: 'ok' }])
  })

  it('a slow answer is one that gateways do not wait for', () => {
    expect([...checkServer({ ...healthy, tookMs: 151 })]).toEqual([
      {
        state: 'BAD',
        text: "The queue's Redis 8.2.1 answers (151 ms), too slowly: gateways do not wait so long. Look for its load and the network",
      },
    ])
  })
})

describe('the check of the queue', () => {
  const state: QueueState = {
    workers: 2,
    lostWorkers: 0,
    isPaused: false,
    waiting: 9,
    maxWaiting: 96,
    oldestWaitMs: 20_000,
    demand: { backlog: 9, oldestWaitMs: 20_000 },
  }
  const wait = 'Exports waiting: 9, the oldest for 20.0 s'
  const errorsOf = (change: Partial<QueueState>) =>
    [...checkState({ ...state, ...change })].filter((it) => it.state === 'BAD').map((it) => it.text)

  it('recommends more workers only where those that run take exports', () => {
    expect(errorsOf({})).toEqual([`${wait}: start more render workers`])
    expect(errorsOf({ workers: 0 })).toEqual([expect.stringContaining('No render worker is responding'), wait])
    expect(errorsOf({ isPaused: true })).toEqual([expect.stringContaining('The queue is paused'), wait])
    expect(errorsOf({ oldestWaitMs: 10_000 })).toEqual([])
  })
})
