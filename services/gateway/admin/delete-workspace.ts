import { createInterface } from 'node:readline/promises'
import { SetupError } from '@maps/shared/config'
import { countNoun } from '@maps/shared/count-noun'
import type { Client } from '../store/postgres.ts'
import { findWorkspace } from './find-workspace.ts'

/** Numbers of maps and tokens that are deleted with a workspace. */
interface Holdings {
  maps: number
  tokens: number
}

/**
 * Deletes a workspace with its maps and tokens, once the user has agreed.
 * @param isAgreed where false, the command asks on the terminal
 * @returns a sentence on what was deleted; undefined where the user did not agree
 * @throws SetupError where there is no such workspace, or no terminal to ask on
 */
export async function deleteWorkspace(sql: Client, name: string, isAgreed: boolean): Promise<string | undefined> {
  const workspace = await findWorkspace(sql, name)
  const [found] = await sql<Holdings[]>`
    select map_count as maps, (select count(*)::int from tokens where workspace_id = workspaces.id) as tokens
    from workspaces where id = ${workspace.id}`
  if (!isAgreed && !(await agrees(name, found!))) return undefined
  const deleted = await sql.begin(async (transaction) => {
    // It takes as long as it takes: the role's limits do not hold here. The counts go with the workspace.
    await transaction`set local statement_timeout = 0`
    await transaction`set local maps.recounts = 'on'`
    // Maps first, as the gateway locks them: the other way round, both could wait for each other.
    const maps = await transaction`delete from maps where workspace_id = ${workspace.id}`
    const tokens = await transaction`delete from tokens where workspace_id = ${workspace.id}`
    await transaction`delete from workspaces where id = ${workspace.id}`
    return { maps: maps.count, tokens: tokens.count }
  })
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
