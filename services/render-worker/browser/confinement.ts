/** The user and the sandbox that confine Chromium. */
export interface Confinement {
  /** User that runs Chromium. Default: the worker's user. */
  user?: { uid: number; gid: number }
  /** Whether Chromium's own sandbox is on: namespaces and a seccomp filter. */
  isSandboxed: boolean
}

/** A dedicated user for Chromium. Systems assign its ids to no other user: https://systemd.io/UIDS-GIDS. */
export const chromiumUser = { uid: 61_002, gid: 61_002 }

/**
 * Lists the confinements to try, the safest first. Chromium refuses its sandbox to root, so a root worker runs it as another user.
 * Docker, for example, may deny that user the namespaces of the sandbox. Only the operator can allow root without a sandbox.
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
