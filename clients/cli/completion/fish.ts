import type { Argument, Command, Option } from '../command.ts'
import { isFile, isMap, NAMES_OF_MAPS, takesValue, valuedOptions, wordsOf } from './words.ts'

/** Writes the completion script for fish, which also shows a description of each word. */
export function fishCompletion(commands: readonly Command[]): string {
  return `# Completion of maps for fish. Put this into ~/.config/fish/config.fish:  maps completion fish | source
function __maps_command -d 'Whether the command line has this command' -a command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = "$command"
end
function __maps_argument -d 'Whether the cursor is at this argument of a command, or behind it if any may follow' -a command position relation
    __maps_command $command; or return
    set -l words (commandline -opc)
    # The command is the first word to be counted.
    set -l current 0
    set -l is_value 0
    for word in $words[2..-1]
        if test $is_value = 1
            set is_value 0
        else if contains -- "$command $word" ${valuedOptions(commands).join(' ')}
            set is_value 1
        else if not string match -qr -- '^-.' "$word"
            set current (math $current + 1)
        end
    end
    test $current $relation $position; and test $is_value = 0
end
complete -c maps -e
complete -c maps -f
complete -c maps -n 'test (count (commandline -opc)) = 1' -l help -d 'print help'
complete -c maps -n 'test (count (commandline -opc)) = 1' -l version -d 'print the version'
${commands.flatMap(linesOf).join('\n')}
`
}

function linesOf({ name, summary, args, options }: Command): string[] {
  return [
    `complete -c maps -n 'test (count (commandline -opc)) = 1' -a ${name} -d ${quoted(summary)}`,
    ...args.flatMap((argument, index) => argumentLine(name, argument, index + 1)),
    ...Object.entries(options).map(([long, option]) => optionLine(name, long, option)),
    `complete -c maps -n '__maps_command ${name}' -l help -d 'print help'`,
  ]
}

function argumentLine(command: string, argument: Argument, position: number): string[] {
  const values = valuesOf(argument)
  if (values === '') return []
  const relation = argument.isRepeated ? '-ge' : '='
  return [`complete -c maps -n '__maps_argument ${command} ${position} ${relation}' ${values}`]
}

function optionLine(command: string, long: string, option: Option): string {
  const names = `-l ${long}${option.short ? ` -s ${option.short}` : ''}`
  const value = takesValue(option) ? ` ${isFile(option) ? '-r' : '-x'} ${valuesOf(option)}` : ''
  return `complete -c maps -n '__maps_command ${command}' ${names}${value} -d ${quoted(option.summary)}`
}

/** The flags of \`complete\` for the values of an argument or option; empty if it takes any text. */
function valuesOf(part: Argument | Option): string {
  if (isFile(part)) return '-F'
  if (isMap(part)) return `-a '(${NAMES_OF_MAPS})'`
  const words = wordsOf(part)
  return words.length > 0 ? `-a '${words.join(' ')}'` : ''
}

function quoted(text: string): string {
  return `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`
}
