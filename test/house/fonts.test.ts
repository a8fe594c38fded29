import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { listCommonSubsets, makeCommonSubset } from '../../services/render-worker/fonts/subset.ts'

const subsets = listCommonSubsets().map((it) => ({ ...it, file: basename(it.path) }))

it.each(subsets)('$file is the subset that its font gives', async (subset) => {
  const isSame = (await makeCommonSubset(subset)).equals(await readFile(subset.path))
  expect(isSame, 'npm run build:fonts').toBe(true)
})

it('each of our own fonts has a subset of each common set', () => {
  expect(subsets.map((it) => it.file)).toHaveLength(9)
})
