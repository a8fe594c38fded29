import { expect, it, vi } from 'vitest'
import { openTestBrowser } from '../../../test/rig/chromium.ts'
import type { Drawing } from '../scene/draw/display-list.ts'
import type * as OwnFiles from './file-server.ts'

const disk = vi.hoisted(() => ({ isBroken: false }))

vi.mock('./file-server.ts', async (original) => {
  const real = await original<typeof OwnFiles>()
  return {
    ...real,
    createFileServer: () => {
      const files = real.createFileServer()
      return (url: string) => {
        if (disk.isBroken && url.endsWith('.woff2')) throw new Error('EIO: i/o error, read')
        return files(url)
      }
    },
  }
})

function drawingOf(text: string): Drawing {
  const font = { face: 'sans', size: 20, weight: 400 } as const
  const style = { color: '#000000', align: 'left', isRightToLeft: false } as const
  const items = [{ kind: 'text' as const, x: 4, y: 24, text, font, ...style }]
  return { width: 120, height: 40, background: '#ffffff', isOpaque: true, items }
}

it('an unreadable font fails the job, and the next job gets a Chromium with all fonts', async () => {
  await using browser = await openTestBrowser(1)
  const text = drawingOf('数据库')
  disk.isBroken = true
  await expect(browser.paint(text, 1)).rejects.toThrow('a request of a page got no response')
  disk.isBroken = false
  const after = await browser.paint(text, 1)
  await using other = await openTestBrowser(1)
  expect(after.equals(await other.paint(text, 1))).toBe(true)
})
