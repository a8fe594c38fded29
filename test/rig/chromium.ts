import { createLogger } from '@maps/shared/logger'
import { type Browser, openBrowser } from '../../services/render-worker/browser.ts'

/** The Chromium of this run, which the global set-up has found. */
export function chromiumPath(): string {
  const { CHROMIUM_PATH: path } = process.env
  if (!path) throw new Error('CHROMIUM_PATH must name a Chromium')
  return path
}

/** It as the worker has it, without a word to the log. */
export function openTestBrowser(pageCount?: number): Promise<Browser> {
  const log = createLogger('test', 'silent')
  return openBrowser({ executablePath: chromiumPath(), log, ...(pageCount !== undefined && { pageCount }) })
}
