import type { Argument, Command, Option } from '../command.ts'
import { isFile, isMap, longAndShort, NAMES_OF_MAPS, takesValue, wordsOf } from './words.ts'

/** Writes the completion script for zsh, which also shows a description of each word. */
export function zshCompletion(commands: readonly Command[]): string {
  return `#compdef maps
# Completion of maps for zsh. Put this into ~/.zshrc, below compinit:  source <(maps completion zsh)
_maps_names() {
  local -a names=(\${(f)"$(${NAMES_OF_MAPS})"})
  compadd "$@" -a names
}
_maps() {
  local -a commands=(
${commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`).join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${commands.map(commandCase).join('\n')}
  esac
}
compdef _maps maps
`
}

function commandCase({ name, args, options }: Command): string {
  const specs = [
    ...args.map(argumentSpec),
    ...Object.entries(options).flatMap(([long, option]) => optionSpecs(long, option)),
    `'--help[print help]'`,
  ]
  return `    ${name}) _arguments ${specs.join(' ')} ;;`
}

function argumentSpec(argument: Argument, index: number): string {
  const position = argument.isRepeated ? '*' : `${index + 1}`
  return quoted(`${position}:${argument.isOptional ? ':' : ''}${argument.name}:${completer(argument)}`)
}

function optionSpecs(long: string, option: Option): string[] {
  const names = longAndShort(long, option)
  const others = names.length > 1 ? `(${names.join(' ')})` : ''
  const value = takesValue(option) ? `:${long}:${completer(option)}` : ''
  return names.map((it) => quoted(`${others}${it}[${option.summary.replaceAll(/[[\]:]/g, String.raw`\$&`)}]${value}`))
}

/** The zsh action that completes a value. Free text has an empty list: with a message, zsh would not complete a unique option. */
function completer(part: Argument | Option): string {
  if (isMap(part)) return '_maps_names'
  return isFile(part) ? '_files' : `(${wordsOf(part).join(' ')})`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
