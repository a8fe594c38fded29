import { type FSWatcher, realpathSync, statSync, watch } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Time in ms from one look at the followed folders to the next. */
const LOOK_MS = 2_000

/**
 * Calls back after each change in the folders of files, and now and then for folders that cannot be watched, until the signal is aborted.
 * Folders are watched, since an editor may put a new file in place of the old one. They may be missing, or be replaced, as by `git switch`.
 * @returns a function that sets the files to follow
 */
export function followFiles(onChange: () => void, signal: AbortSignal): (files: Iterable<string>) => void {
  const watched = new Map<string, { identity: string; watcher: FSWatcher }>()
  let folders: ReadonlySet<string> = new Set()

  /** Watches the folders that are there now. @returns whether a change may have been missed in one of them, which was not watched before */
  function look(): boolean {
    for (const [folder, { identity, watcher }] of watched) {
      if (folders.has(folder) && identityOf(folder) === identity) continue
      watcher.close()
      watched.delete(folder)
    }
    const unwatched = [...folders].filter((it) => !watched.has(it))
    for (const folder of unwatched) open(folder)
    return unwatched.some((it) => watched.has(it))
  }

  function open(folder: string): void {
    try {
      const identity = identityOf(folder)
      const watcher = watch(folder, { signal }, onChange)
      watcher.on('error', () => watched.delete(folder))
      watched.set(folder, { identity, watcher })
    } catch {
      // It is missing, or the system watches no more folders.
    }
  }

  const timer = setInterval(() => {
    const isUnwatched = (folder: string): boolean => !watched.has(folder) && identityOf(folder) !== ''
    if (look() || [...folders].some(isUnwatched)) onChange()
  }, LOOK_MS)
  signal.addEventListener('abort', () => clearInterval(timer))
  return (files) => {
    folders = new Set([...files].flatMap(foldersOf))
    if (look()) onChange()
  }
}

/** The folder of a file, and of the file to which it leads as a link. */
function foldersOf(file: string): string[] {
  const path = resolve(file)
  try {
    return [dirname(path), dirname(realpathSync(path))]
  } catch {
    return [dirname(path)]
  }
}

/** What tells a folder from others at its path; empty if there is none. A new folder may get the inode of a removed one. */
function identityOf(folder: string): string {
  try {
    const { dev, ino, birthtimeNs } = statSync(folder, { bigint: true })
    return `${dev} ${ino} ${birthtimeNs}`
  } catch {
    return ''
  }
}
