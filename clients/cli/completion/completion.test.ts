import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../commands/index.ts'
import { bashCompletion } from './bash.ts'
import { fishCompletion } from './fish.ts'
import { powershellCompletion } from './powershell.ts'
import { zshCompletion } from './zsh.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-completion-'))
  await writeFile(join(folder, 'bash.sh'), bashCompletion(commands))
  await writeFile(join(folder, 'zsh.sh'), zshCompletion(commands))
  await writeFile(join(folder, 'script.fish'), fishCompletion(commands))
  await writeFile(join(folder, 'script.ps1'), powershellCompletion(commands))
  await writeFile(join(folder, 'two words.json'), '{}')
  await mkdir(join(folder, 'bin'))
  await writeFile(join(folder, 'bin/maps'), namesProgram, { mode: 0o755 })
})
afterAll(() => rm(folder, { recursive: true }))

/** Stands for `maps`: prints the names of three maps. */
const namesProgram = `#!/bin/sh
[ "$*" = 'completion maps' ] && printf '%s\\n' 'Web shop' Tea 'Weird $(x)'
`

/** Runs a shell in the folder, where `maps` is the program above. */
async function runShell(shell: string, args: readonly string[]): Promise<string> {
  const env = { ...process.env, PATH: `${folder}/bin:${process.env.PATH}`, HOME: folder }
  return (await promisify(execFile)(shell, args, { cwd: folder, env, timeout: 30_000 })).stdout
}

/** Completes the last of these words in bash, from the parts into which readline splits them. Two more maps have names that it splits. */
async function completeInBash(...words: string[]): Promise<string[]> {
  const parts = words.flatMap((it) => (/^["']/.test(it) ? [it] : (it.match(/[:=@]+|[^:=@]+/g) ?? [''])))
  const replaced = /^[:=@]/.test(parts.at(-1)!) ? '' : parts.at(-1)!.replace(/^["']/, '')
  const program = `maps() { command maps "$@"; printf '%s\\n' 'prod:Web shop' prod:b@c=d; }
source ./bash.sh; COMP_LINE=$1; shift; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 ))
_maps maps '${replaced}'; printf '%s\\n' "\${COMPREPLY[@]}"`
  const stdout = await runShell('bash', ['-uc', program, 'bash', ['maps', ...words].join(' '), 'maps', ...parts])
  return stdout.split('\n').filter((it) => it !== '')
}

describe('completion for bash', () => {
  it('is registered for maps', () => {
    const output = execFileSync('bash', ['-c', 'source ./bash.sh; complete -p maps'], { cwd: folder }).toString()
    expect(output).toBe('complete -F _maps maps\n')
  })

  it.each<[words: string[], offered: string[]]>([
    [['ex'], ['export']],
    [['p'], ['push', 'pull', 'pin']],
    [
      ['export', 'Web shop', 'm'],
      ['markdown', 'mermaid'],
    ],
    [['export', '--theme', 'dark', 'Web shop', 'no'], ['notion']],
    [
      ['export', ''],
      ['Web\\ shop', 'Tea', 'Weird\\ \\$\\(x\\)', 'prod:Web\\ shop', 'prod:b@c=d'],
    ],
    [['share', 'Web\\ s'], ['Web\\ shop']],
    [['get', '"We'], ['Web shop']],
    [['init', "'T"], ['Tea']],
    [
      ['get', 'prod:'],
      ['Web\\ shop', 'b@c=d'],
    ],
    [['get', 'prod:b@c'], ['c=d']],
    [['get', '"prod:W'], ['prod:Web shop']],
    [['export', 'prod:b@c=d', 'no'], ['notion']],
    [['export', '--focus=a:b', 'x', 'png', '--theme', 'd'], ['dark']],
    [
      ['export', 'x', 'png', '--theme', ''],
      ['light', 'dark', 'auto'],
    ],
    [['export', 'x', 'png', '--sc'], ['--scale']],
    [['export', 'x', 'png', '-o', 'tw'], ['two words.json']],
    [['push', 'two'], ['two words.json']],
    [['push', 'bash.sh', ''], []],
    [['check', 'bash.sh', 'two'], ['two words.json']],
    [['check', 'bash.sh', '--format', 'pn'], ['png']],
    [
      ['import', ''],
      ['compose', 'structurizr'],
    ],
    [['import', 'compose', 'zs'], ['zsh.sh']],
    [['completion', 'z'], ['zsh']],
    [
      ['rm', '--'],
      ['--yes', '--help'],
    ],
    [['nothing', ''], []],
  ])('offers after %j: %j', async (words, offered) => {
    expect(await completeInBash(...words)).toEqual(offered)
  })
})

/** Whether a shell is installed. */
function has(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0
}

/** Completes each of these lines in an interactive zsh. */
async function completeInZsh(lines: readonly string[]): Promise<string[]> {
  const program = `
zmodload zsh/zpty
zpty shell 'TERM=dumb PS1= zsh -f -i'
zpty -w shell 'autoload -Uz compinit && compinit -D -u; source ./zsh.sh; stty -echo'
zpty -w shell 'complete_line() { zle expand-or-complete; print -r -- "<$BUFFER>"; BUFFER=; zle accept-line }'
zpty -w shell 'zle -N complete_line; bindkey "^X" complete_line; print set'
zpty -r -m shell out $'*\\nset*'
for line; do
  zpty -w -n shell "$line"$'\\x18'
  zpty -r -m shell out '*<*>*'
  print -r -- "$out"
done`
  const stdout = await runShell('zsh', ['-fc', program, 'zsh', ...lines])
  return Array.from(stdout.matchAll(/<(.*)>/g), ([, line]) => line!)
}

describe.skipIf(!has('zsh'))('completion for zsh', () => {
  it('completes commands, options, their values, maps and files', async () => {
    const expected = {
      'maps exp': 'maps export ',
      'maps get Te': 'maps get Tea ',
      'maps export Web': String.raw`maps export Web\ shop `,
      'maps export shop mark': 'maps export shop markdown ',
      'maps export shop png --theme da': 'maps export shop png --theme dark ',
      'maps rm --y': 'maps rm --yes ',
      'maps import comp': 'maps import compose ',
      'maps push two': String.raw`maps push two\ words.json `,
      'maps check zsh.sh two': String.raw`maps check zsh.sh two\ words.json `,
    }
    expect(await completeInZsh(Object.keys(expected))).toEqual(Object.values(expected))
  })
})

/** The words that fish offers for the last word of each line. */
async function completeInFish(lines: readonly string[]): Promise<string[][]> {
  const program = 'source script.fish; for line in $argv; complete -C "$line"; echo =; end'
  const stdout = await runShell('fish', ['--no-config', '-c', program, ...lines])
  const offers = stdout.split('=\n').slice(0, -1)
  return offers.map((offer) => Array.from(offer.matchAll(/^([^\t\n]+)/gm), ([, word]) => word!))
}

describe.skipIf(!has('fish'))('completion for fish', () => {
  it('offers commands, options, their values, maps and files', async () => {
    const expected = {
      'maps exp': ['export'],
      'maps get T': ['Tea'],
      'maps export ': ['Tea', 'Web shop', 'Weird $(x)'],
      'maps export -o x.png "Web shop" mark': ['markdown'],
      'maps export shop png --theme da': ['dark'],
      'maps rm --y': ['--yes'],
      'maps import comp': ['compose'],
      'maps push two': ['two words.json'],
      'maps check script.fish two': ['two words.json'],
      'maps list --': ['--help', '--json'],
    }
    const offered = await completeInFish(Object.keys(expected))
    expect(offered.map((it) => it.toSorted())).toEqual(Object.values(expected))
  })
})

/** The words that PowerShell offers for the last word of each line. */
async function completeInPowerShell(lines: readonly string[]): Promise<string[][]> {
  const quoted = lines.map((it) => `'${it}'`).join(', ')
  const program = `Get-Content -Raw script.ps1 | Invoke-Expression
foreach ($line in ${quoted}) { (TabExpansion2 $line $line.Length).CompletionMatches.CompletionText -join "\`t" }`
  const stdout = await runShell('pwsh', ['-NoProfile', '-NonInteractive', '-Command', program])
  return stdout
    .trimEnd()
    .split(/\r?\n/)
    .map((it) => it.split('\t'))
}

describe.skipIf(!has('pwsh'))('completion for PowerShell', () => {
  it('offers commands, options, their values and maps', async () => {
    const expected = {
      'maps exp': ['export'],
      'maps get T': ['Tea'],
      'maps export ': ["'Web shop'", 'Tea', "'Weird $(x)'"],
      'maps export -o x.png "Web shop" mark': ['markdown'],
      'maps export shop png --theme da': ['dark'],
      'maps rm --y': ['--yes'],
      'maps import comp': ['compose'],
      'maps list --': ['--json', '--help'],
    }
    expect(await completeInPowerShell(Object.keys(expected))).toEqual(Object.values(expected))
  })
})
