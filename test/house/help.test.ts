import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

it('npm run help lists every command of package.json, and no other', () => {
  const { scripts } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { scripts: Record<string, string> }
  const text = execFileSync(process.execPath, ['infra/help.mjs'], { cwd: root, encoding: 'utf8' })
  const listed = [...text.matchAll(/^npm run (\S+) +\S/gm)].map((it) => it[1]!)
  expect(listed.toSorted()).toEqual(
    Object.keys(scripts)
      .filter((it) => it !== 'help' && !it.startsWith('pre'))
      .toSorted(),
  )
})
