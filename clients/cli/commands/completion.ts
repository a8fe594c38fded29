import { createClient } from '../../typescript/index.ts'
import { type Command, defineCommand } from '../command.ts'
import { bashCompletion } from '../completion/bash.ts'
import { fishCompletion } from '../completion/fish.ts'
import { powershellCompletion } from '../completion/powershell.ts'
import { zshCompletion } from '../completion/zsh.ts'
import { readConnection } from '../connection.ts'
import type { Context } from '../context.ts'
import { plain, printLine, write } from '../output.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion, powershell: powershellCompletion }
const shells = Object.keys(scripts) as (keyof typeof scripts)[]
/** The word with which the scripts ask for names of maps. */
const MAPS = 'maps'
/** Maximum number of names, and time for them: a shell waits until it has all. */
const MAX_NAMES = 1_000
const NAMES_WITHIN_MS = 2_000

/** Creates the `maps completion` command. @param allCommands returns the commands to complete */
export function completionCommand(allCommands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'print a script that makes a shell complete commands, options and names of maps',
    details: [`With ${MAPS} in place of a shell it prints the names that the scripts offer.`],
    args: [{ name: 'shell', summary: 'which shell', choices: [...shells, MAPS] }],
    options: {},
    examples: [
      ['completion bash >> ~/.bashrc', 'for every bash that is started from now on'],
      ['completion zsh >> ~/.zshrc', 'for every zsh'],
      ['completion fish > ~/.config/fish/completions/maps.fish', 'for every fish'],
      ['completion powershell >> $PROFILE', 'for every PowerShell'],
    ],
    async run({ args: [word], context }) {
      if (word === MAPS) return printNames(context)
      await write(context.stdout, scripts[word as keyof typeof scripts](allCommands()))
    },
  })
}

/** Prints the names of the latest maps. Names that cannot be typed on one line are left out. */
async function printNames({ env, stdout, signal }: Context): Promise<void> {
  const maps = createClient({ ...(await readConnection(env)), retries: 0 })
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(NAMES_WITHIN_MS)])
  let count = 0
  for await (const { name } of maps.list({ fields: ['name'], pageSize: MAX_NAMES, signal: inTime })) {
    if (name === plain(name)) await printLine(stdout, name)
    if (++count === MAX_NAMES) return
  }
}
