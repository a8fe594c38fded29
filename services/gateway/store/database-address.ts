import { isIPv6 } from 'node:net'
import { decodeEscapes, SetupError, STRAY_PERCENT } from '@maps/shared/config'
import { z } from 'zod'
import { readParameters, sessionOf } from './address-parameters.ts'
import { readTls, type Tls } from './database-tls.ts'

/** A server of Postgres: its host, or the folder of its socket, and its port. */
export interface DatabaseHost {
  host: string
  port: number
}

/** The address of a database, read from its URL. */
export interface DatabaseAddress {
  /** The servers, in the order in which to try them. The folder of a socket stands alone. */
  hosts: DatabaseHost[]
  /** Undefined for the defaults of the driver. */
  user: string | undefined
  password: string | undefined
  database: string | undefined
  tls: Tls
  /** Whether TLS begins without the request for it that Postgres 16 and older need. */
  isDirectTls: boolean
  /** Whether the server keeps prepared statements. */
  prepare: boolean
  /** Settings of each session, for the server. */
  session: Record<string, string>
}

const DEFAULT_PORT = 5432
const MAX_PORT = 65_535

/** `URL` parses neither several hosts, as in `one:5432,two:5432`, nor a user name without a host. */
const form = /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^/?#@]*))?(?:\?([^#@]*))?$/
const serverForm = /^(?:\[([^\]]+)\]|([^[\]:\s]*))(?::(\d{1,5}))?$/

/**
 * Reads the address of a database, in all forms that hosting companies and other clients print. Its parameters may name the server, as in
 * `?host=/folder/of/a/socket`, and count more than the rest.
 * @throws SetupError that says what to change, and quotes no part in which a password may stand
 */
export function readDatabaseAddress(url: string): DatabaseAddress {
  const [, login = '', servers, path = '', query = ''] = form.exec(url) ?? []
  if (servers === undefined) throw malformed()
  const [, user = '', password = ''] = /^([^:]*):?(.*)$/s.exec(login)!
  const parameters = readParameters(query)
  if (!parameters) throw malformed()
  return {
    hosts: readHosts(servers, parameters.get('host'), parameters.get('port')),
    user: (parameters.get('user') ?? decode(user)) || undefined,
    password: (parameters.get('password') ?? decode(password)) || undefined,
    database: (parameters.get('dbname') ?? decode(path)) || undefined,
    tls: readTls(parameters),
    isDirectTls: parameters.get('sslnegotiation') === 'direct',
    prepare: parameters.get('prepare') !== 'false' && parameters.get('pgbouncer') !== 'true',
    session: sessionOf(parameters),
  }
}

/** Schema of the address of a database. */
export const postgresUrl = z
  .string('must be set, such as postgres://user:password@localhost:5432/maps')
  .superRefine((url, context) => {
    try {
      readDatabaseAddress(url)
    } catch (error) {
      if (!(error instanceof SetupError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  })

/** Whether a host is the folder of a socket. */
export function isSocketFolder(host: string): boolean {
  return host.startsWith('/')
}

/** @param host of the parameter, or several, separated by commas @param port of the parameter: one for all, or one for each */
function readHosts(servers: string, host: string | undefined, port: string | undefined): DatabaseHost[] {
  const given = servers.split(',').map(readServer)
  const names = host?.split(',') ?? given.map((it) => it.host)
  const ports = port?.split(',') ?? given.map((it) => it.port)
  if (ports.length > 1 && ports.length !== names.length) throw malformed()
  if (names.length > 1 && names.some(isSocketFolder)) throw new SetupError('must have no host beside that of a socket')
  return names.map((name, index) => ({
    host: name || 'localhost',
    port: readPort(ports.length > 1 ? ports[index] : ports[0]),
  }))
}

function readServer(text: string): { host: string; port: string | undefined } {
  const [, ipv6, host, port] = serverForm.exec(text) ?? []
  if (host !== undefined) return { host: decode(host), port }
  if (ipv6 === undefined || !isIPv6(decode(ipv6))) throw malformed()
  return { host: decode(ipv6), port }
}

function readPort(text: string | undefined): number {
  const port = text ? Number(text) : DEFAULT_PORT
  if (!Number.isInteger(port) || port < 1 || port > MAX_PORT) throw malformed()
  return port
}

function decode(text: string): string {
  const decoded = decodeEscapes(text)
  if (decoded === undefined) throw new SetupError(STRAY_PERCENT)
  return decoded
}

function malformed(): SetupError {
  return new SetupError(
    'must be an address such as postgres://user:password@localhost:5432/maps; several hosts are separated by commas, and in user name and ' +
      'password @ is written as %40, : as %3A, / as %2F, ? as %3F, # as %23 and % as %25',
  )
}
