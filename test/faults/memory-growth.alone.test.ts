import { randomUUID } from 'node:crypto'
import { deadlineIn } from '@maps/shared/deadline'
import { createLogger } from '@maps/shared/logger'
import { afterAll, describe, expect, it } from 'vitest'
import { MapTooCostly } from '../../services/render-worker/renderers/renderer.ts'
import { createRender } from '../../services/render-worker/threads/render.ts'
import { openWarmThreads } from '../../services/render-worker/threads/warm-threads.ts'
import { instantBrowser } from '../../services/render-worker/threads/warm-up.ts'
import { apiUrl } from '../maps/sample-map.ts'
import { growthByName } from './memory-growth.ts'

const module = new URL('costly-thread.ts', import.meta.url)
const threads = openWarmThreads({ tasks: 1, log: createLogger('test', 'silent'), module })
const render = createRender(threads, instantBrowser)
afterAll(() => threads.close())

// V8 ends the whole process, and with it this test file, where it finds no memory before the thread is ended.
describe('memory that grows without end in a thread', () => {
  it.each(Object.keys(growthByName))(
    'ends the thread alone: %s',
    async (name) => {
      const ids = { key: 'a'.repeat(64), workspaceId: randomUUID(), mapId: randomUUID() }
      const task = { ...ids, format: 'png', options: {}, map: JSON.stringify({ name }), apiUrl } as const
      const failure = render(task, deadlineIn(100_000), new AbortController().signal)
      await expect(failure).rejects.toBeInstanceOf(MapTooCostly)
    },
    110_000,
  )
})
