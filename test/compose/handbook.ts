import { readCommands } from '../rig/documented-commands.ts'
import type { Stack } from './stack.ts'

/** The commands that docs/operations.md and docs/upgrading.md give to operators of the stack. */
export interface Handbook {
  /** Runs the commands of a title as they are printed. @throws Error where they fail, or where there is no such title */
  run(title: string, variables?: Readonly<Record<string, string>>): Promise<void>
  /** The commands of a title, to be run elsewhere. @throws Error where there is no such title */
  commands(title: string): string
  /** Titles of all other commands but those for `npm start`. */
  untested(): string[]
}

/** Reads the handbook of a stack. */
export function openHandbook(stack: Stack): Handbook {
  const commands = new Map(['docs/operations.md', 'docs/upgrading.md'].flatMap((it) => [...readCommands(it)]))
  const tested = new Set<string>()
  function find(title: string): string {
    const command = commands.get(title)
    if (command === undefined) throw new Error(`the documents have no command "${title}"`)
    tested.add(title)
    return command
  }

  return {
    run: async (title, variables) => stack.run(find(title), variables),
    commands: find,
    untested: () => [...commands.keys()].filter((it) => !it.endsWith('npm start') && !tested.has(it)),
  }
}
