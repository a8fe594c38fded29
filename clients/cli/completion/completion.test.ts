import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../commands/index.ts'
import { bashCompletion } from './bash.ts'
import { zshCompletion } from './zsh.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maps-completion-'))
  await writeFile(join(folder, 'bash.sh'), bashCompletion(commands))
  await writeFile(join(folder, 'zsh.sh'), zshCompletion(commands))
  await writeFile(join(folder, 'two words.json'), '{}')
})
afterAll(() => rm(folder, { recursive: true }))

/** Completes the last of these words in bash. */
async function completeInBash(...words: string[]): Promise<string[]> {
  const program = `source ./bash.sh; COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); _maps; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['-uc', program, 'bash', 'maps', ...words], { cwd: folder })
  return stdout.split('\n').filter((it) => it !== '')
}

describe('completion for bash', () => {
  it('is registered for maps', () => {
    const output = execFileSync('bash', ['-c', 'source ./bash.sh; complete -p maps'], { cwd: folder }).toString()
    expect(output).toBe('complete -F _maps maps\n')
  })

  it.each<[words: string[], offered: string[]]>([
    [['ex'], ['export']],
    [['p'], ['push', 'pull']],
    [['export', 'Web shop', 'm'], ['markdown']],
    [['export', '--theme', 'dark', 'Web shop', 'no'], ['notion']],
    [['export', ''], []],
    [
      ['export', 'x', 'png', '--theme', ''],
      ['light', 'dark'],
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

const hasZsh = (() => {
  try {
    execFileSync('zsh', ['--version'])
    return true
  } catch {
    return false
  }
})()

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
  const options = { cwd: folder, timeout: 15_000 }
  const { stdout } = await promisify(execFile)('zsh', ['-fc', program, 'zsh', ...lines], options)
  return Array.from(stdout.matchAll(/<(.*)>/g), ([, line]) => line!)
}

describe.skipIf(!hasZsh)('completion for zsh', () => {
  it('completes commands, options, their values and files', async () => {
    const expected = {
      'maps exp': 'maps export ',
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
