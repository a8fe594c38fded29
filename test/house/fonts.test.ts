import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { expect, it } from 'vitest'
import { listCommonSubsets, makeCommonSubset } from '../../services/render-worker/fonts/subset.ts'

const subsets = listCommonSubsets().map((it) => ({ ...it, file: basename(it.path) }))

it.each(subsets)('$file is the subset that its font gives', async (subset) => {
  const isSame = (await makeCommonSubset(subset)).equals(await readFile(subset.path))
  expect(isSame, 'npm run build:fonts').toBe(true)
})

it('each of our own fonts has a subset of each common set, and no other file is there', async () => {
  expect(subsets).toHaveLength(9)
  const files = await readdir(dirname(subsets[0]!.path))
  expect(files.toSorted()).toEqual(['OFL.txt', ...subsets.map((it) => it.file)].toSorted())
})
