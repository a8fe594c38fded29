import { type Command, defineCommand } from '../command.ts'
import { bashCompletion } from '../completion/bash.ts'
import { zshCompletion } from '../completion/zsh.ts'
import { write } from '../output.ts'

const scripts = { bash: bashCompletion, zsh: zshCompletion }
const shells = Object.keys(scripts) as (keyof typeof scripts)[]

/** Creates the `maps completion` command. @param allCommands returns the commands to complete */
export function completionCommand(allCommands: () => readonly Command[]): Command {
  return defineCommand({
    name: 'completion',
    summary: 'print a script that makes a shell complete commands and options',
    args: [{ name: 'shell', summary: 'which shell', choices: shells }],
    options: {},
    examples: [
      ['completion bash >> ~/.bashrc', 'for every bash that is started from now on'],
      ['completion zsh >> ~/.zshrc', 'for every zsh'],
    ],
    async run({ args: [shell], context }) {
      await write(context.stdout, scripts[shell as keyof typeof scripts](allCommands()))
    },
  })
}
