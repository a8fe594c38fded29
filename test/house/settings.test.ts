import { readFileSync } from 'node:fs'
import { readConfig } from '@maps/shared/config'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { settings as stack } from '../../infra/local/stack.ts'
import { settings as gateway } from '../../services/gateway/config.ts'
import { settings as worker } from '../../services/render-worker/config.ts'

const names = [...new Set([gateway, worker].flatMap((it) => Object.keys(it.shape)))].toSorted()

function errorsOf(work: () => unknown): string[] {
  try {
    work()
    return []
  } catch (error) {
    return [String(error)]
  }
}

function read(file: string): string {
  return readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
}

describe('every setting of the services, and no other', () => {
  it('stands in .env.example', () => {
    const listed = [...read('.env.example').matchAll(/^([A-Z_]+)=/gm)].map((it) => it[1]!)
    expect([...new Set(listed)].toSorted()).toEqual(names)
  })

  it('stands in the table of docs/settings.md', () => {
    const listed = [...read('docs/settings.md').matchAll(/^\| `([A-Z_]+)` +\|/gm)].map((it) => it[1]!)
    expect(listed.toSorted()).toEqual(names)
  })

  it('is named where its value is wrong', () => {
    const faults = [gateway, worker].flatMap(({ shape }) =>
      Object.entries(shape).flatMap(([name, setting]) => {
        const read = (value: string) => readConfig(z.object({ [name]: setting }), { [name]: value })
        return ['nonsense', '%', '-1', 'http://%', '{}'].flatMap((value) => errorsOf(() => read(value)))
      }),
    )
    expect(faults.length).toBeGreaterThan(50)
    for (const shape of [gateway, worker]) faults.push(...errorsOf(() => readConfig(shape, {})))
    for (const fault of faults)
      expect(fault).toMatch(/^SetupError: These settings need a change:\n {2}[A-Z_]+(?:\.[\w.]+)?: /)
    for (const fault of faults) expect(fault).not.toMatch(/Invalid|\bexpected|received|NaN/)
  })

  it('is reported with those that it needs, even beside a wrong one', () => {
    for (const shape of [gateway, worker, stack]) {
      const [fault] = errorsOf(() => readConfig(shape, { BUCKET_URL: 'http://127.0.0.1/maps', LOG_LEVEL: 'loud' }))
      for (const name of ['LOG_LEVEL', 'BUCKET_ACCESS_KEY_ID', 'BUCKET_SECRET_ACCESS_KEY']) {
        expect(fault).toContain(`\n  ${name}: `)
      }
    }
  })

  it('leaves a gateway the 30 s for its last responses of the 45 s for its stop', () => {
    const { SHUTDOWN_DELAY_MS } = gateway.shape
    const read = (value: string) =>
      readConfig(z.object({ SHUTDOWN_DELAY_MS }), { SHUTDOWN_DELAY_MS: value }).SHUTDOWN_DELAY_MS
    expect(read('10000')).toBe(10_000)
    expect(() => read('10001')).toThrow(/SHUTDOWN_DELAY_MS: /)
  })

  it('says what it is for', () => {
    for (const { shape } of [gateway, worker]) {
      const undescribed = Object.entries(shape).filter(([, it]) => !it.description)
      expect(undescribed.map(([name]) => name)).toEqual([])
    }
  })
})
