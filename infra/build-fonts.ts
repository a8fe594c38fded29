/** Makes the subsets of our fonts with common characters, which pictures as SVG embed. They are committed. */
import { writeFile } from 'node:fs/promises'
import { listCommonSubsets, makeCommonSubset } from '../services/render-worker/fonts/subset.ts'

for (const subset of listCommonSubsets()) await writeFile(subset.path, await makeCommonSubset(subset))
