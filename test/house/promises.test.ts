import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { faults, promises } from '../faults/promises.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const testFiles = new Set([...promises, ...faults].flatMap((it) => it.shownBy))

describe('the list of promises', () => {
  it('names tests that exist', () => {
    expect([...testFiles].filter((it) => !existsSync(root + it))).toEqual([])
    for (const { name, shownBy } of [...promises, ...faults]) expect(shownBy.length, name).toBeGreaterThan(0)
  })

  it('names every test of faults and of attacks', () => {
    const files = ['test/faults', 'test/security'].flatMap((folder) =>
      readdirSync(root + folder).map((it) => `${folder}/${it}`),
    )
    expect(files.filter((it) => it.endsWith('.test.ts') && !testFiles.has(it))).toEqual([])
  })
})
