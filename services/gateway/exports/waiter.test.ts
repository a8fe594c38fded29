import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import { createLogger } from '@maps/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createExportWaiter } from './waiter.ts'

const artifact: Artifact = { kind: 'failure', key: 'a', status: 500, message: 'drawn upside down', retryAt: 0 }
const never = new AbortController().signal

/** A store with one artifact, which takes longer to read than polls are apart. */
class SlowStore implements ArtifactStore {
  reads = 0
  asked: string[] = []
  announce: (key: string) => void = () => {}

  readonly #ms: number

  constructor(ms = 350) {
    this.#ms = ms
  }

  async get(): Promise<Artifact> {
    this.reads++
    await sleep(this.#ms)
    return artifact
  }

  async existing(keys: readonly string[]): Promise<string[]> {
    this.asked.push(...keys)
    return [...keys]
  }

  onAnnounced(listener: (key: string) => void): void {
    this.announce = listener
  }

  async put(): Promise<void> {}
  close(): void {}
}

describe('the waiter', () => {
  it('reads an artifact once for all who wait, however often it hears of it', async () => {
    const store = new SlowStore()
    const waiter = createExportWaiter(store, createLogger('test', 'silent'))
    const waits = [1, 2].map(() => waiter.wait('a', Date.now() + 5_000, never))
    store.announce('a')

    expect(await Promise.all(waits)).toEqual([artifact, artifact])
    expect(store.reads).toBe(1)
  })

  it('asks for nothing that comes before long', async () => {
    const store = new SlowStore(1)
    const waiter = createExportWaiter(store, createLogger('test', 'silent'))
    // Something is waited for all the while, so that there is always a poll to come.
    const waits = [waiter.wait('late', Date.now() + 5_000, never).catch(() => {})]
    for (let index = 0; index < 20; index++) {
      waits.push(waiter.wait(`early ${index}`, Date.now() + 5_000, never))
      store.announce(`early ${index}`)
      await sleep(20)
    }
    await Promise.all(waits)
    expect(store.asked).toContain('late')
    expect(store.asked.filter((it) => it !== 'late')).toEqual([])
  })

  it('needs no announcement', async () => {
    const waiter = createExportWaiter(new SlowStore(), createLogger('test', 'silent'))

    expect(await waiter.wait('a', Date.now() + 5_000, never)).toBe(artifact)
  })
})
