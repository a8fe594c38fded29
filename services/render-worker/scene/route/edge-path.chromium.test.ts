import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import puppeteer, { type Browser } from 'puppeteer-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chromiumPath } from '../../../../test/rig/chromium.ts'
import { reactFlowPage } from '../../../../test/golden/react-flow/page.ts'
import { recordFile, recordOf } from '../../../../test/golden/react-flow/paths.ts'

let chromium: Browser
let profile: string
beforeAll(async () => {
  profile = await mkdtemp(join(tmpdir(), 'maps-react-flow-'))
  const args = ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  chromium = await puppeteer.launch({ executablePath: chromiumPath(), args, pipe: true, userDataDir: profile })
})
afterAll(async () => {
  await chromium.close()
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

it('finds React Flow drawing what was recorded of it', async () => {
  const page = await chromium.newPage()
  await page.setContent(await reactFlowPage())
  const drawn = (await (await page.waitForFunction('readPaths()')).jsonValue()) as Record<string, string>
  const record = JSON.stringify(recordOf(drawn), undefined, 2)
  await expect(`${record}\n`).toMatchFileSnapshot(fileURLToPath(recordFile))
})
