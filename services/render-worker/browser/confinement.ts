/** The user and the sandbox that confine Chromium. */
export interface Confinement {
  /** The user that Chromium runs as, if not the worker's. */
  user?: { uid: number; gid: number }
  /** Whether Chromium's own sandbox is on: namespaces and a seccomp filter. */
  isSandboxed: boolean
}

/** A user of Chromium's own, by a number that systems give to no other user: https://systemd.io/UIDS-GIDS. */
export const chromiumUser = { uid: 61_002, gid: 61_002 }

/**
 * The confinements to try, the safest first. Chromium refuses its sandbox to root, so a worker that is root runs it as another user; a machine
 * may refuse that user the namespaces that the sandbox is built of, as Docker does. Root without a sandbox has to be asked for.
 * @param isSandboxed whether the operator wants the sandbox
 */
export function confinements(isSandboxed = true): Confinement[] {
  if (process.getuid?.() !== 0) return [{ isSandboxed }]
  const user = chromiumUser
  if (isSandboxed)
    return [
      { user, isSandboxed: true },
      { user, isSandboxed: false },
    ]
  return [{ user, isSandboxed: false }, { isSandboxed: false }]
}
