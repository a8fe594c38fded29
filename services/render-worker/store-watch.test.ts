import { createLogger } from '@maps/shared/logger'
import { expect, it, vi } from 'vitest'
import { createStoreWatch } from './store-watch.ts'

const FAULT = "The files' Redis accepts no writes."
const log = createLogger('test', 'silent')

it('a start waits until files can be stored, or until the worker stops', async () => {
  const findFault = vi.fn<() => Promise<string | undefined>>().mockResolvedValueOnce(FAULT).mockResolvedValue(undefined)
  const watch = createStoreWatch(findFault, { retry: async () => {} }, log)
  await watch.waitUntilUsable(new AbortController().signal)
  expect(findFault).toHaveBeenCalledTimes(2)
  findFault.mockResolvedValue(FAULT)
  await watch.waitUntilUsable(AbortSignal.timeout(100))
  expect(watch.isUsable()).toBe(false)
})

it.each([true, false])(
  'exports are left to other workers while files cannot be stored, if there are: %s',
  async (others) => {
    let fault: string | undefined
    const watch = createStoreWatch(async () => fault, { retry: async () => {} }, log)
    const worker = { pause: vi.fn<() => void>(), resume: vi.fn<() => void>() }
    const running = watch.start(worker, { leave: async () => others })
    expect(await watch.leavesExports()).toBe(false)
    expect(worker.pause).not.toHaveBeenCalled()
    fault = FAULT
    expect(await watch.leavesExports()).toBe(others)
    expect(watch.isUsable()).toBe(false)
    expect(worker.pause).toHaveBeenCalledTimes(others ? 1 : 0)
    worker.resume.mockClear()
    fault = undefined
    // No attempt fails: the watch finds out by itself.
    await expect.poll(() => worker.resume.mock.calls.length).toBe(1)
    expect(watch.isUsable()).toBe(true)
    await running.close()
  },
)
