/** How far Chromium is shut in. */
export interface Confinement {
  /** Another user than ours. */
  user?: { uid: number; gid: number }
  /** Its own sandbox: pages run in namespaces of their own, behind a filter of system calls. */
  isSandboxed: boolean
}

/** By convention the user that owns nothing, on every Unix. */
const nobody = { uid: 65_534, gid: 65_534 }

/**
 * What to try, the safest first. Chromium refuses its sandbox to root, and a machine may refuse root another user, that
 * user Chromium's files, or Chromium the namespaces. Whoever is not root has no worse choice: there, no sandbox is a fault.
 */
export function confinements(): Confinement[] {
  if (process.getuid?.() !== 0) return [{ isSandboxed: true }]
  return [{ user: nobody, isSandboxed: true }, { user: nobody, isSandboxed: false }, { isSandboxed: false }]
}
