import { SetupError } from '@maps/shared/config'

/** Parameters of an address that the gateway uses. */
const used = [
  ...['host', 'port', 'user', 'password', 'dbname', 'sslmode', 'ssl', 'sslrootcert', 'sslnegotiation'],
  ...['prepare', 'pgbouncer', 'schema'],
]

/** Settings of a session that Postgres takes at its start. Their names may have capitals, as in `TimeZone`. */
const sessionSettings = [
  ...['application_name', 'options', 'search_path', 'timezone', 'work_mem', 'jit', 'synchronous_commit'],
  ...['statement_timeout', 'lock_timeout', 'transaction_timeout'],
  ...['idle_session_timeout', 'idle_in_transaction_session_timeout'],
  ...['default_transaction_isolation', 'default_transaction_read_only'],
]

/**
 * Parameters for other clients, which hosting companies print, too. They say how the client connects and pools: the gateway has limits of its
 * own, looks for the primary itself, and sends text as UTF-8.
 */
const ignored = [
  // libpq (https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-PARAMKEYWORDS)
  ...['connect_timeout', 'client_encoding', 'fallback_application_name', 'target_session_attrs', 'load_balance_hosts'],
  ...['keepalives', 'keepalives_idle', 'keepalives_interval', 'keepalives_count', 'tcp_user_timeout'],
  ...['channel_binding', 'gssencmode', 'gssdelegation', 'gsslib', 'krbsrvname', 'sslcompression', 'sslsni'],
  // Prisma (https://www.prisma.io/docs/orm/overview/databases/postgresql)
  ...['connection_limit', 'pool_timeout', 'socket_timeout', 'statement_cache_size'],
  ...['max_connection_lifetime', 'max_idle_connection_lifetime'],
  // pgx (https://pkg.go.dev/github.com/jackc/pgx/v5/pgxpool#ParseConfig)
  ...[
    'pool_max_conns',
    'pool_min_conns',
    'pool_min_idle_conns',
    'pool_max_conn_lifetime',
    'pool_max_conn_lifetime_jitter',
  ],
  ...['pool_max_conn_idle_time', 'pool_health_check_period', 'pool_ping_timeout'],
  ...['default_query_exec_mode', 'statement_cache_capacity', 'description_cache_capacity'],
  // Drivers of Node, and Supabase's addresses for Vercel
  ...['uselibpqcompat', 'max', 'idle_timeout', 'max_lifetime', 'keep_alive', 'fetch_types', 'supa', 'workaround'],
]

const known = new Set([...used, ...ignored])

/**
 * Reads the query of an address.
 * @returns values by name; undefined for a query that is none, but the end of a password, say
 * @throws SetupError that names the parameters that are not known: a misspelt `sslmode` must not go unnoticed
 */
export function readParameters(query: string): ReadonlyMap<string, string> | undefined {
  const parameters = new Map(new URLSearchParams(query))
  const unknown = [...parameters.keys()].filter((it) => !known.has(it) && !isSessionSetting(it))
  if (unknown.some((it) => !/^\w{1,60}$/.test(it))) return undefined
  if (unknown.length === 0) return parameters
  throw new SetupError(
    `has parameters that are not known or not supported (${unknown.join(', ')}): correct them, or take them out. Other settings of the ` +
      'server go into options, as in options=-c%20work_mem%3D64MB',
  )
}

/** Picks the settings of a session. Prisma's `schema` is the search path. */
export function sessionOf(parameters: ReadonlyMap<string, string>): Record<string, string> {
  const schema = parameters.get('schema') ?? 'public'
  return {
    ...(schema !== 'public' && { search_path: `"${schema.replaceAll('"', '""')}"` }),
    ...Object.fromEntries([...parameters].filter(([name]) => isSessionSetting(name))),
  }
}

function isSessionSetting(name: string): boolean {
  return sessionSettings.includes(name.toLowerCase())
}
