import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A change to the command-line flags of Chromium. */
export interface FlagChange {
  /** Flags to drop. */
  without?: readonly string[]
  /** Flags to append. Chromium takes the last flag of a kind. */
  with?: readonly string[]
}

/** Writes a shell script into `folder` that starts this run's Chromium with changed flags. @returns its path */
export function writeChromiumVariant(folder: string, name: string, change: FlagChange): string {
  const program = join(folder, name)
  const dropped = ['', ...(change.without ?? [])].map(quote).join('|')
  const added = (change.with ?? []).map(quote).join(' ')
  // A test that runs as root starts Chromium as another user.
  chmodSync(folder, 0o755)
  // Synchronous: a child process started during an asynchronous write would inherit the open file, and `exec` would fail with ETXTBSY.
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
