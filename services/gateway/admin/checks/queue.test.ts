import { describe, expect, it } from 'vitest'
import { checkServer } from './queue.ts'

const healthy = { version: '8.2.1', runId: 'x', policy: 'noeviction', keepsData: true, usedBytes: 1, limitBytes: 0 }

describe('the check of the Redis server of the queue', () => {
  it.each(['2.8.24', '5.0.14', '6.0.20'])('version %s is too old', (version) => {
    expect([...checkServer({ ...healthy, version })]).toEqual([
      { state: 'BAD', text: `The queue's Redis is ${version}: it takes 6.2 or newer` },
    ])
  })

  it.each(['6.2.0', '7.0.15', '10.0.0'])('version %s is new enough', (version) => {
    expect([...checkServer({ ...healthy, version })]).toMatchObject([{ state: 'ok' }])
  })
})
