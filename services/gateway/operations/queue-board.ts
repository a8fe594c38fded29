import type { AppViewRoute } from '@bull-board/api/typings/app'
import { ExpressAdapter } from '@bull-board/express'
import { readFileSync } from 'node:fs'

const script = readFileSync(new URL('queue-names.js', import.meta.url))
/** The link of Bull Board's page to fonts of another host, which our policy blocks. */
const fontLink = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/
/** The script that names controls, and the colour of `null`, whose contrast is below 4.5. */
const additions = '<script defer src="queue-names.js"></script><style>:root { --hl-meta: #5b6672 }</style></head>'

/**
 * Bull Board in Express, with a page that names its buttons for screen readers and loads no font of another host, for which there are
 * no options (measured on 9.10.1, 2026-11-27).
 */
export class QueueBoard extends ExpressAdapter {
  override setEntryRoute({ route, handler }: AppViewRoute): this {
    this.app.get('/queue-names.js', (_request, response) => void response.type('js').send(script))
    this.app.get(route, (_request, response, next) => {
      const { name, params } = handler({ basePath: this.basePath, uiConfig: this.uiConfig })
      response.render(name, params, (error: Error | null, html: string) => {
        if (error) return next(error)
        response.send(html.replace(fontLink, '').replace('</head>', additions))
      })
    })
    return this
  }
}
