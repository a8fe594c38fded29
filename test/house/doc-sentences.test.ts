import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const declaration = /^export (?:default )?(?:async )?(?:function\*?|const|class|interface|type) (?![{*])/

/** Finds exported declarations without a doc comment. */
function findUndocumented(source: string): string[] {
  const lines = source.split('\n')
  return lines.filter((line, index) => declaration.test(line) && !lines[index - 1]?.trimEnd().endsWith('*/'))
}

it('every export of the product has a doc comment', () => {
  const exclude = ['**/node_modules', '**/*.test.ts', '**/*.d.ts']
  const files = globSync('{services,shared,clients,infra}/**/*.ts', { cwd: root, exclude })
  const undocumented = files.flatMap((path) =>
    findUndocumented(readFileSync(`${root}/${path}`, 'utf8')).map((line) => `${path}: ${line}`),
  )
  expect(files.length).toBeGreaterThan(0)
  expect(undocumented).toEqual([])
})

it('control: finds an export without a doc comment', () => {
  const documented = '/** What it is. */\nexport const a = 1'
  expect(findUndocumented(`${documented}\nexport { a }\nexport type * from './types.ts'`)).toEqual([])
  expect(findUndocumented(`${documented}\n\nexport async function b() {}`)).toEqual(['export async function b() {}'])
})
