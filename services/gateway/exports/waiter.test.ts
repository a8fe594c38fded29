import { deadlineIn } from '@maps/shared/deadline'
import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import { createLogger } from '@maps/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createExportWaiter } from './waiter.ts'

const artifact: Artifact = { kind: 'failure', key: 'a', status: 500, message: 'drawn upside down', retryInMs: 0 }
const never = new AbortController().signal

/** A waiter on a store of one artifact, which takes longer to read than the polling interval. */
function openWaiter(readMs = 350) {
  const seen = { reads: 0, polledKeys: [] as string[], announce: (_key: string): void => {} }
  const store: ArtifactStore = {
    async get() {
      seen.reads++
      await sleep(readMs)
      return artifact
    },
    async filterExisting(keys) {
      seen.polledKeys.push(...keys)
      return [...keys]
    },
    onAnnounced: (listener) => void (seen.announce = listener),
    put: async () => {},
    checkWrites: async () => {},
    close() {},
  }
  return { seen, waiter: createExportWaiter(store, createLogger('test', 'silent')) }
}

describe('the waiter', () => {
  it('reads an artifact once for all waiting clients, also after several notices', async () => {
    const { seen, waiter } = openWaiter()
    const waits = [1, 2].map(() => waiter.wait('a', deadlineIn(5_000), never))
    seen.announce('a')
    expect(await Promise.all(waits)).toEqual([artifact, artifact])
    expect(seen.reads).toBe(1)
  })

  it('does not poll for an artifact that is announced soon', async () => {
    const { seen, waiter } = openWaiter(1)
    // A wait that lasts all the time keeps the polls going.
    const waits = [waiter.wait('late', deadlineIn(5_000), never).catch(() => {})]
    for (let index = 0; index < 20; index++) {
      waits.push(waiter.wait(`early ${index}`, deadlineIn(5_000), never))
      seen.announce(`early ${index}`)
      await sleep(20)
    }
    await Promise.all(waits)
    expect(seen.polledKeys).toContain('late')
    expect(seen.polledKeys.filter((it) => it !== 'late')).toEqual([])
  })

  it('needs no announcement', async () => {
    const { waiter } = openWaiter()
    expect(await waiter.wait('a', deadlineIn(5_000), never)).toBe(artifact)
  })
})
