import { readCommands } from '../rig/documented-commands.ts'
import type { Stack } from './stack.ts'

/** The commands that docs/operations.md and docs/upgrading.md give to operators of the stack. */
export interface Handbook {
  /** Runs the commands of a title as they are printed. @throws Error where they fail, or where there is no such title */
  run(title: string, variables?: Readonly<Record<string, string>>): Promise<void>
  /** Titles of the commands for Docker that have not been run yet. */
  untested(): string[]
}

/** Reads the handbook of a stack. */
export function openHandbook(stack: Stack): Handbook {
  const commands = new Map(['docs/operations.md', 'docs/upgrading.md'].flatMap((it) => [...readCommands(it)]))
  const tested = new Set<string>()
  return {
    async run(title, variables) {
      const command = commands.get(title)
      if (command === undefined) throw new Error(`the documents have no command "${title}"`)
      tested.add(title)
      await stack.run(command, variables)
    },
    untested: () => [...commands.keys()].filter((it) => commands.get(it)!.includes('docker') && !tested.has(it)),
  }
}
