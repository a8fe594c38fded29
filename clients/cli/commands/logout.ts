import { defineCommand } from '../command.ts'
import { deleteConnection, noteVariables } from '../connection.ts'
import { printLine } from '../output.ts'

/** The `maps logout` command. */
export const logout = defineCommand({
  name: 'logout',
  summary: 'forget the address and the token that maps login has saved',
  details: ['The token itself stays valid for those who have it: an operator revokes it.'],
  args: [],
  options: {},
  examples: [['logout', 'delete the saved token from this machine']],
  async run({ context }) {
    const file = await deleteConnection(context.env)
    await printLine(context.stdout, file ? `Logged out: ${file} is deleted.` : 'There was no login to forget.')
    await noteVariables(context)
  },
})
