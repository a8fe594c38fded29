import type { Command } from '../command.ts'
import { check } from './check.ts'
import { completionCommand } from './completion.ts'
import { dev } from './dev.ts'
import { diff } from './diff.ts'
import { drift } from './drift.ts'
import { exportMap } from './export.ts'
import { get } from './get.ts'
import { importMap } from './import.ts'
import { init } from './init.ts'
import { list } from './list.ts'
import { log } from './log.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { mcp } from './mcp.ts'
import { open } from './open.ts'
import { pin, unpin } from './pin.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { restore } from './restore.ts'
import { rm } from './rm.ts'
import { share, unshare } from './share.ts'
import { whoami } from './whoami.ts'

/** All commands, in the order of the help text. */
export const commands: readonly Command[] = [
  login,
  logout,
  whoami,
  list,
  get,
  push,
  diff,
  pull,
  log,
  restore,
  rm,
  open,
  share,
  unshare,
  pin,
  unpin,
  exportMap,
  init,
  check,
  drift,
  importMap,
  dev,
  mcp,
  completionCommand(() => commands),
]
