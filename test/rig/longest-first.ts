import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that take minutes in a long run, longest first. */
const longest = ['soak', 'kills', 'nemesis', 'redis', 'postgres', 'poison', 'tokens']

/** Runs the longest test files first, so that the run does not end with one of them alone. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const rank = longest.indexOf(basename(moduleId).split('.')[0]!)
  return rank < 0 ? longest.length : rank
}
