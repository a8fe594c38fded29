import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take minutes in a long run, the longest first. */
const longest = ['soak', 'kills', 'nemesis', 'redis', 'postgres', 'poison', 'tokens']

/** Begins with what takes longest, so that the run does not wait for it alone in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.indexOf(basename(moduleId, '.test.ts'))
  return rank < 0 ? longest.length : rank
}
