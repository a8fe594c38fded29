import type { Argument, Command, Option } from '../command.ts'
import { isFile, isMap, longAndShort, NAMES_OF_MAPS, takesValue, valuedOptions, wordsOf } from './words.ts'

/** Writes the completion script for bash. It also runs in bash 3.2, the version of macOS. */
export function bashCompletion(commands: readonly Command[]): string {
  const names = commands.map((it) => it.name)
  return `# Completion of maps for bash. Put this into ~/.bashrc:  source <(maps completion bash)
_maps_words() { COMPREPLY=($(compgen -W "$1" -- "$current")); }
_maps_files() {
  local IFS=$'\\n'
  compopt -o filenames 2>/dev/null
  COMPREPLY=($(compgen -f -- "$current"))
}
# Within quotes, a name is inserted as it is: one that would end them, or run a command, is left out.
_maps_names() {
  local name typed=\${current//\\\\/} quoted=
  case $current in [\\"\\']*) typed=\${current:1} quoted=1 ;; esac
  while IFS= read -r name; do
    [[ $name == "$typed"* ]] || continue
    if [[ ! $quoted ]]; then printf -v name %q "$name"
    elif [[ $name == *[\\"\\'\\\\\\$\\\`!]* ]]; then continue
    fi
    COMPREPLY+=("$name")
  done < <(${NAMES_OF_MAPS})
}
# Readline splits words at : = @, too. Those without a space between them are one word here.
_maps_join_words() {
  local line=$COMP_LINE index word
  for (( index = 0; index <= COMP_CWORD; index++ )); do
    word=\${COMP_WORDS[index]}
    if [[ $index == 0 || $line == [[:space:]]* ]]; then words+=("$word"); else words[\${#words[@]}-1]+=$word; fi
    line=\${line#"\${line%%[![:space:]]*}"}
    line=\${line#"$word"}
  done
}
_maps() {
  local words=()
  _maps_join_words
  local last=$(( \${#words[@]} - 1 ))
  local current=\${words[last]}
  COMPREPLY=()
  _maps_complete
  # Readline replaces only what is behind its last split.
  local kept=\${current%"$2"}
  if [[ $kept && \${#COMPREPLY[@]} != 0 ]]; then COMPREPLY=("\${COMPREPLY[@]#"$kept"}"); fi
}
_maps_complete() {
  local previous=\${words[last-1]} command=\${words[1]}
  if (( last == 1 )); then _maps_words '${[...names, '--help', '--version'].join(' ')}'; return; fi
  case "$command $previous" in
${commands.flatMap(valueCases).join('\n')}
  esac
  if [[ $current == -* ]]; then
    case "$command" in
${commands.map(optionCase).join('\n')}
    esac
    return
  fi
  local index position=1
  for (( index = 2; index < last; index++ )); do
    case "$command \${words[index]}" in
      ${valuedOptions(commands).join('|')}) (( index++ )) ;;
      *' -'?*) ;;
      *) (( position++ )) ;;
    esac
  done
  case "$command $position" in
${commands.flatMap(argumentCases).join('\n')}
  esac
}
complete -F _maps maps
`
}

function valueCases({ name, options }: Command): string[] {
  return Object.entries(options)
    .filter(([, option]) => takesValue(option))
    .map(([long, option]) => `    ${patterns(name, long, option)}) ${completer(option)}; return ;;`)
}

function optionCase({ name, options }: Command): string {
  const words = Object.entries(options).flatMap(([long, option]) => longAndShort(long, option))
  return `      ${name}) _maps_words '${[...words, '--help'].join(' ')}' ;;`
}

function argumentCases({ name, args }: Command): string[] {
  return args.flatMap((argument, index) => {
    const pattern = `'${name} ${argument.isRepeated ? `'*` : `${index + 1}'`}`
    const isKnown = isFile(argument) || isMap(argument) || argument.choices
    return isKnown ? [`    ${pattern}) ${completer(argument)} ;;`] : []
  })
}

function patterns(command: string, long: string, option: Option): string {
  return longAndShort(long, option)
    .map((it) => `'${command} ${it}'`)
    .join('|')
}

function completer(part: Argument | Option): string {
  if (isMap(part)) return '_maps_names'
  return isFile(part) ? '_maps_files' : `_maps_words '${wordsOf(part).join(' ')}'`
}
