import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Variation {
  /** Flags that are not passed on. */
  without?: readonly string[]
  /** Flags that come after all others: the last one of a kind counts. */
  with?: readonly string[]
}

/** A program in `folder` that starts the Chromium of this run with other flags than it is given. */
export function writeVariant(folder: string, name: string, variation: Variation): string {
  const program = join(folder, name)
  const dropped = ['', ...(variation.without ?? [])].map(quote).join('|')
  const added = (variation.with ?? []).map(quote).join(' ')
  // Where we are root, Chromium's own user must get at it.
  chmodSync(folder, 0o755)
  // Not in the background: a process that started meanwhile would hold the file open for a moment, in which it cannot be run.
  writeFileSync(
    program,
    `#!/bin/sh
for flag do
  shift
  case "$flag" in
    ${dropped}) ;;
    *) set -- "$@" "$flag" ;;
  esac
done
exec ${quote(process.env.CHROMIUM_PATH!)} "$@" ${added}
`,
    { mode: 0o755 },
  )
  return program
}

function quote(text: string): string {
  return `'${text.replaceAll(`'`, `'\\''`)}'`
}
