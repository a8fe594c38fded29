import { createClient, UnauthorizedError } from '../../typescript/index.ts'
import { defineCommand } from '../command.ts'
import { checkToken, noteVariables, readAddress, saveConnection } from '../connection.ts'
import type { Context } from '../context.ts'
import { exitCodes, Failure, UsageError } from '../failure.ts'
import { readTextInput, STANDARD_STREAM } from '../files.ts'
import { printLine } from '../output.ts'
import { ask, askSecret } from '../prompt.ts'

/** The `maps login` command. */
export const login = defineCommand({
  name: 'login',
  summary: 'save the address of a service and a token for it',
  details: [
    'Asks for the token on the terminal, or reads it from standard input; it is never an argument, which other users of the machine could see. The token is tried, then saved in $XDG_CONFIG_HOME/maps/config.json (~/.config where that is not set), which you alone can read.',
    'MAPS_URL and MAPS_TOKEN, where they are set, count instead of what is saved.',
  ],
  args: [
    {
      name: 'address',
      summary: 'of the service or its API; MAPS_URL, or else a question, where not given',
      isOptional: true,
    },
  ],
  options: { 'with-token': { kind: 'flag', summary: 'read the token from standard input' } },
  examples: [
    ['login https://maps.example.com', 'be asked for the token'],
    ['login https://maps.example.com --with-token < token.txt', 'take it from a file'],
  ],
  async run({ args: [address], options, context }) {
    const isPrompting = !options['with-token']
    if (isPrompting && !context.stdin.isTTY) {
      throw new UsageError('There is no terminal to ask on: give the token on standard input, with --with-token.')
    }
    const baseUrl = await readBaseUrl(context, address, isPrompting)
    const token = await readToken(context, isPrompting)
    await tryToken(context, { baseUrl, token })
    const file = await saveConnection(context.env, { baseUrl, token })
    await printLine(context.stdout, `Logged in to ${baseUrl}. The token is in ${file}.`)
    await noteVariables(context)
  },
})

async function readBaseUrl(context: Context, address: string | undefined, isPrompting: boolean): Promise<string> {
  if (address !== undefined) return readAddress('<address>', address)
  const { MAPS_URL: url } = context.env
  if (url) return readAddress('MAPS_URL', url)
  if (!isPrompting) throw new UsageError('<address> is missing: with --with-token there is no question for it.')
  return readAddress('The address', await ask(context, 'Address of the service: '))
}

async function readToken(context: Context, isPrompting: boolean): Promise<string> {
  const text = isPrompting
    ? await askSecret(context, 'Token (it is not shown): ')
    : await readTextInput(context, STANDARD_STREAM)
  return checkToken(text)
}

async function tryToken({ signal }: Context, connection: { baseUrl: string; token: string }): Promise<void> {
  try {
    await createClient(connection)
      .list({ fields: ['id'], pageSize: 1, signal })
      .next()
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error
    throw new Failure(`${connection.baseUrl} does not know this token. Nothing was saved.`, exitCodes.notAllowed, {
      cause: error,
    })
  }
}
