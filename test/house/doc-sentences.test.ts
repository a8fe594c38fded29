import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const declaration = /^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type) (?![{*])/

/** The exported declarations without a sentence of their own, which is all that an editor shows of them. */
function undescribed(source: string): string[] {
  const lines = source.split('\n')
  return lines.filter((line, index) => declaration.test(line) && !lines[index - 1]?.trimEnd().endsWith('*/'))
}

it('every export of the product says what it is', async () => {
  const faults: string[] = []
  for await (const path of glob('{services,shared,clients,infra}/**/*.ts', {
    cwd: root,
    exclude: ['**/node_modules', '**/*.test.ts', '**/*.d.ts'],
  })) {
    for (const line of undescribed(readFileSync(`${root}/${path}`, 'utf8'))) faults.push(`${path}: ${line}`)
  }
  expect(faults).toEqual([])
})

it('would find one that does not', () => {
  const described = '/** What it is. */\nexport const a = 1'
  expect(undescribed(`${described}\nexport { a }\nexport type * from './types.ts'`)).toEqual([])
  expect(undescribed(`${described}\n\nexport async function b() {}`)).toEqual(['export async function b() {}'])
})
