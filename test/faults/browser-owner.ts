import { createLogger } from '@maps/shared/logger'
import { openBrowser } from '../../services/render-worker/browser.ts'

/** Opens a browser, prints `open`, and runs until a test kills it. */
await openBrowser({ executablePath: process.env.CHROMIUM_PATH!, log: createLogger('test', 'silent'), pageCount: 1 })
console.log('open')
