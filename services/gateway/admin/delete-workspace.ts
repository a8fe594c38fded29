import { createInterface } from 'node:readline/promises'
import { SetupError } from '@maps/shared/config'
import { countNoun } from '@maps/shared/count-noun'
import type { Client } from '../store/postgres.ts'
import { deleteWithHoldings, type Holdings, holdingsOf } from '../store/workspaces.ts'
import { findWorkspace } from './find-workspace.ts'

/**
 * Deletes a workspace with its maps and tokens, once the user has agreed.
 * @param isAgreed where false, the command asks on the terminal
 * @returns a sentence on what was deleted; undefined where the user did not agree
 * @throws SetupError where there is no such workspace, or no terminal to ask on
 */
export async function deleteWorkspace(sql: Client, name: string, isAgreed: boolean): Promise<string | undefined> {
  const workspace = await findWorkspace(sql, name)
  if (!isAgreed && !(await agrees(name, await holdingsOf(sql, workspace)))) return undefined
  const deleted = await deleteWithHoldings(sql, workspace)
  return `Deleted ${name} with ${inWords(deleted)}.`
}

async function agrees(name: string, holdings: Holdings): Promise<boolean> {
  if (!process.stdin.isTTY) throw new SetupError(`This deletes ${name} with ${inWords(holdings)}: add --yes.`)
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`Delete ${name} with ${inWords(holdings)}, for good? Type its name: `)
    return answer.trim() === name
  } finally {
    terminal.close()
  }
}

function inWords({ maps, tokens }: Holdings): string {
  return `${countNoun(maps, 'map')} and ${countNoun(tokens, 'token')}`
}
