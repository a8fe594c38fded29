import { createLogger } from '@maps/shared/logger'
import { openBrowser } from '../../services/render-worker/browser.ts'

/** A program that has a browser and says so, for somebody to kill it. */
await openBrowser({ executablePath: process.env.CHROMIUM_PATH!, log: createLogger('test', 'silent'), pageCount: 1 })
console.log('open')
