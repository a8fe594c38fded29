import { unwatchFile, watchFile } from 'node:fs'

/** Time in ms from one look at a file to the next. */
const LOOK_MS = 40

/**
 * Calls back after each change of files until the signal is aborted. Looks at their metadata: files may be links, missing, replaced together with
 * their folders, as by `git switch`, or on file systems that report no changes. The looks keep no process alive.
 * @returns a function that sets the files to follow. It calls back for added ones, which may have changed before
 */
export function followFiles(onChange: () => void, signal: AbortSignal): (files: ReadonlySet<string>) => void {
  let followed: ReadonlySet<string> = new Set()
  signal.addEventListener('abort', () => followed.forEach((it) => unwatchFile(it, onChange)))
  return (files) => {
    const added = [...files].filter((it) => !followed.has(it))
    for (const it of followed) if (!files.has(it)) unwatchFile(it, onChange)
    for (const it of added) watchFile(it, { interval: LOOK_MS, persistent: false }, onChange)
    followed = files
    if (added.length > 0) onChange()
  }
}
