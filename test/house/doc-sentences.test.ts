import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const declaration = /^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type) (?![{*])/

/** The exported declarations without a sentence of their own, which is all that an editor shows of them. */
function undescribed(source: string): string[] {
  const lines = source.split('\n')
  return lines.filter((line, index) => declaration.test(line) && !lines[index - 1]?.trimEnd().endsWith('*/'))
}

it('every export of the product says what it is', () => {
  const exclude = ['**/node_modules', '**/*.test.ts', '**/*.d.ts']
  const files = globSync('{services,shared,clients,infra}/**/*.ts', { cwd: root, exclude })
  const faults = files.flatMap((path) =>
    undescribed(readFileSync(`${root}/${path}`, 'utf8')).map((line) => `${path}: ${line}`),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(faults).toEqual([])
})

it('would find one that does not', () => {
  const described = '/** What it is. */\nexport const a = 1'
  expect(undescribed(`${described}\nexport { a }\nexport type * from './types.ts'`)).toEqual([])
  expect(undescribed(`${described}\n\nexport async function b() {}`)).toEqual(['export async function b() {}'])
})
