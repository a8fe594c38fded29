import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { causes, healthy } from './causes.ts'
import { ensurePrometheus, findDifference, rulesFile } from './promtool.ts'

beforeAll(() => ensurePrometheus(), 120_000)

describe('Prometheus, with the rules of the service,', () => {
  it.each(Object.entries(causes))('fires %s at its cause, not before and not after', async (alert, cause) => {
    expect(await findDifference(cause, [alert, ...(cause.with ?? [])])).toBeUndefined()
  })

  it('fires nothing while the service is healthy', async () => {
    expect(await findDifference({ story: 'Nothing happens.', series: {}, minutes: 400 }, [])).toBeUndefined()
  })

  it('control: an alert that fires without being expected is found', async () => {
    expect(await findDifference(causes['ExportsWait']!, [])).toContain('ExportsWait')
  })

  it.each(Object.entries(causes))('control: without %s, its cause fires something else', async (alert, cause) => {
    const text = await readFile(rulesFile, 'utf8')
    await using folder = await mkdtempDisposable(join(tmpdir(), 'maps-rules-'))
    const rules = join(folder.path, 'rules.yml')
    await writeFile(rules, text.replace(`alert: ${alert}\n`, 'alert: Other\n'))
    expect(await findDifference(cause, [alert, ...(cause.with ?? [])], rules)).toContain('Other')
  })

  it('does not page for two failures an hour in a quiet night', async () => {
    const quiet = Object.fromEntries(
      Object.keys(healthy)
        .filter((it) => /_(?:count|bucket)\{/.test(it))
        .map((it) => [it, { value: 0, step: it.includes('"503"') || it.includes('"failed"') ? 1 / 60 : 0 }]),
    )
    const cause = { story: 'All of two requests an hour fail.', series: quiet, minutes: 300, resolvesWithin: 60 }
    expect(await findDifference(cause, ['ExportsFail'])).toBeUndefined()
  })
})
