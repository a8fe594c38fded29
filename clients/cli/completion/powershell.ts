import type { Argument, Command, Option } from '../command.ts'
import { isFile, isMap, longAndShort, takesValue, wordsOf } from './words.ts'

/** Writes the completion script for PowerShell 5.1 and newer. Where the script offers nothing, PowerShell completes files. */
export function powershellCompletion(commands: readonly Command[]): string {
  const specs = Object.fromEntries(commands.map((command) => [command.name, specOf(command)]))
  return `# Completion of maps for PowerShell. Put this into your $PROFILE:  maps completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName maps -ScriptBlock {
  param($current, $line, $cursor)
  $commands = ${quoted(JSON.stringify(specs))} | ConvertFrom-Json
  $words = @($line.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { $_.Extent.Text })
  $command = if ($words.Count -gt 1) { $commands.($words[1]) }
  $position = 0
  $part = $null
  foreach ($word in @($words | Select-Object -Skip 2)) {
    if ($part) { $part = $null }
    elseif ($word -notlike '-?*') { $position++ }
    else { $part = $command.options.$word | Where-Object { $_.takesValue } }
  }
  if ($words.Count -lt 2) { $offered = @($commands.PSObject.Properties.Name) + '--help', '--version' }
  elseif (-not $command) { return }
  elseif (-not $part -and $current -like '-*') { $offered = @($command.options.PSObject.Properties.Name) + '--help' }
  else {
    if (-not $part) { $part = @($command.arguments)[[Math]::Min($position, $command.last)] }
    $offered = if ($part.isMap) { maps completion maps 2>$null } else { $part.words }
  }
  $typed = $current.Trim('"', "'")
  foreach ($word in $offered) {
    if (-not $word -or -not $word.StartsWith($typed, [StringComparison]::OrdinalIgnoreCase)) { continue }
    $text = if ($word -match '^[\\w./-]+$') { $word }
      else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'" }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $word)
  }
}
`
}

/** The facts that the script reads of a command. \`last\` is the index of the argument that all further words belong to. */
function specOf({ args, options }: Command): object {
  const end = { words: [] }
  const all = args.at(-1)?.isRepeated ? args.map(partOf) : [...args.map(partOf), end]
  const spellings = Object.entries(options).flatMap(([long, option]) =>
    longAndShort(long, option).map((name) => [name, { ...partOf(option), takesValue: takesValue(option) }] as const),
  )
  return { arguments: all, last: all.length - 1, options: Object.fromEntries(spellings) }
}

function partOf(part: Argument | Option): object {
  if (isFile(part)) return { words: [] }
  return isMap(part) ? { isMap: true } : { words: wordsOf(part) }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}
