import type { Artifact, ArtifactStore } from '@maps/shared/artifact-store'
import { createLogger } from '@maps/shared/logger'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createExportWaiter } from './export-waiter.ts'

const artifact: Artifact = { kind: 'failure', key: 'a', status: 500, message: 'drawn upside down', until: 0 }
const never = new AbortController().signal

/** A store with one artifact, which takes longer to read than polls are apart. */
class SlowStore implements ArtifactStore {
  reads = 0
  announce: (key: string) => void = () => {}

  async get(): Promise<Artifact> {
    this.reads++
    await sleep(350)
    return artifact
  }

  async existing(keys: readonly string[]): Promise<string[]> {
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

  it('needs no announcement', async () => {
    const waiter = createExportWaiter(new SlowStore(), createLogger('test', 'silent'))

    expect(await waiter.wait('a', Date.now() + 5_000, never)).toBe(artifact)
  })
})
