import { deadlineIn } from '@maps/shared/deadline'
import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import { createLogger } from '@maps/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { createExportWaiter } from './waiter.ts'

const artifact: Artifact = { kind: 'failure', key: 'a', status: 500, message: 'drawn upside down', retryInMs: 0 }
const never = new AbortController().signal

/**
 * A waiter on a store of one artifact, which takes longer to read than the polling interval.
 * @param faultOf returns the error of a read, by its number
 */
function openWaiter(readMs = 350, faultOf: (read: number) => Error | undefined = () => undefined) {
  const seen = { reads: 0, polledKeys: [] as string[], announce: (_key: string): void => {} }
  const store: ArtifactStore = {
    async get() {
      const fault = faultOf(++seen.reads)
      await sleep(readMs)
      if (fault) throw fault
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
  const log = createLogger('test', 'silent')
  const warn = vi.spyOn(log, 'warn')
  return { seen, waiter: createExportWaiter(store, log), warnings: () => warn.mock.calls.length }
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

  it.each([new Error('the bucket is away'), new SyntaxError('no JSON')])(
    'rejects all waiting clients with the cause where an artifact cannot be read for some time: %s',
    async (cause) => {
      const { seen, waiter, warnings } = openWaiter(1, () => cause)
      const waits = [1, 2].map(() => waiter.wait('a', deadlineIn(10_000), never))
      seen.announce('a')
      const [first, second] = await Promise.allSettled(waits)
      expect(first).toMatchObject({ reason: { name: 'ExportsUnavailable', cause } })
      expect(second).toMatchObject({ reason: { name: 'ExportsUnavailable', cause } })
      // Announcement and polls name the artifact more than ten times meanwhile.
      expect(seen.reads).toBe(3)
      expect(warnings()).toBe(3)
      expect(waiter.count()).toBe(0)
    },
  )

  it('reads an artifact again that could not be read', async () => {
    const { waiter, warnings } = openWaiter(1, (read) => (read === 1 ? new Error('a lost packet') : undefined))
    expect(await waiter.wait('a', deadlineIn(10_000), never)).toBe(artifact)
    expect(warnings()).toBe(1)
  })
})
