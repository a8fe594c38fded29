import type { Command } from '../command.ts'
import { check } from './check.ts'
import { completionCommand } from './completion.ts'
import { exportMap } from './export.ts'
import { get } from './get.ts'
import { importMap } from './import.ts'
import { list } from './list.ts'
import { login } from './login.ts'
import { mcp } from './mcp.ts'
import { open } from './open.ts'
import { pull } from './pull.ts'
import { push } from './push.ts'
import { rm } from './rm.ts'

/** All commands, in the order of the help text. */
export const commands: readonly Command[] = [
  login,
  list,
  get,
  push,
  pull,
  rm,
  open,
  exportMap,
  check,
  importMap,
  mcp,
  completionCommand(() => commands),
]
