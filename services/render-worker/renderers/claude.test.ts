import { describe, expect, it } from 'vitest'
import { renderClaude } from './claude.ts'
import { apiUrl, shopMap } from '../../../test/maps/sample-map.ts'

describe('the CLAUDE.md export', () => {
  it('shows a map with something of everything', async () => {
    await expect(await guideOf(false)).toMatchFileSnapshot('../../../test/golden/CLAUDE.md')
  })

  it('says how to bring it before the agent without harm to a file that is there', async () => {
    expect(await guideOf(true)).toContain(`
- Keep this file as \`docs/architecture.md\` and import it with a line
  \`@docs/architecture.md\` in \`CLAUDE.md\`. Never overwrite a file that was
  there before.
`)
  })
})

async function guideOf(compact: boolean): Promise<string> {
  const { bytes } = await renderClaude({
    map: shopMap(),
    options: { compact, costs: true },
    apiUrl,
    signal: AbortSignal.abort(),
  })
  return bytes.toString()
}
