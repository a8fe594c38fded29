import { createInterface } from 'node:readline/promises'
import { SetupError } from '@maps/shared/config'
import { countNoun } from '@maps/shared/text'
import type { Client } from '../store/postgres.ts'
import { deleteWithContents, type WorkspaceCounts, countContents } from '../store/workspaces.ts'
import type { AdminContext } from './context.ts'
import { findWorkspace } from './find-workspace.ts'

type Terminal = Pick<AdminContext, 'stdin' | 'stderr'>

/**
 * Deletes a workspace with its maps and tokens, once the user has agreed.
 * @param isConfirmed whether the user has agreed already; otherwise the command asks on the terminal
 * @returns a summary of the deletion; undefined if the user did not agree
 * @throws SetupError if the workspace does not exist, or stdin is not a terminal
 */
export async function deleteWorkspace(
  sql: Client,
  name: string,
  isConfirmed: boolean,
  terminal: Terminal,
): Promise<string | undefined> {
  const workspace = await findWorkspace(sql, name)
  if (!isConfirmed && !(await confirm(name, await countContents(sql, workspace), terminal))) return undefined
  const deleted = await deleteWithContents(sql, workspace)
  return `Deleted ${name} with ${describe(deleted)}.`
}

async function confirm(name: string, counts: WorkspaceCounts, { stdin, stderr }: Terminal): Promise<boolean> {
  if (!stdin.isTTY) throw new SetupError(`This deletes ${name} with ${describe(counts)}: add --yes.`)
  const prompt = createInterface({ input: stdin, output: stderr })
  try {
    const answer = await prompt.question(`Delete ${name} with ${describe(counts)}, for good? Type its name: `)
    return answer.trim() === name
  } finally {
    prompt.close()
  }
}

function describe({ maps, tokens }: WorkspaceCounts): string {
  return `${countNoun(maps, 'map')} and ${countNoun(tokens, 'token')}`
}
