import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { SetupError } from '@maps/shared/config'

/** Never TLS; TLS without a check if the server has it; or always TLS, with these options. */
export type Tls = false | 'prefer' | ConnectionOptions

/**
 * Reads how a connection is encrypted. Modes mean what they mean to libpq
 * (https://www.postgresql.org/docs/18/libpq-ssl.html#LIBPQ-SSL-PROTECTION), except that the default is `disable`, that `allow` means `prefer`,
 * and that `verify-ca` without an authority of its own checks the host, too: any certificate of any public authority would do otherwise.
 * @throws SetupError for an unknown mode, or a certificate that cannot be read
 */
export function readTls(parameters: ReadonlyMap<string, string>): Tls {
  const file = parameters.get('sslrootcert')
  // The authorities that Node trusts.
  if (file === 'system') return {}
  const mode = parameters.get('sslmode') ?? modeOf(parameters.get('ssl')) ?? (file ? 'verify-full' : 'disable')
  switch (mode) {
    case 'disable':
      return false
    case 'allow':
    case 'prefer':
      return 'prefer'
    case 'no-verify':
      return { rejectUnauthorized: false }
    case 'require':
      return file ? { ca: readAuthority(file), checkServerIdentity: acceptHost } : { rejectUnauthorized: false }
    case 'verify-ca':
      return file ? { ca: readAuthority(file), checkServerIdentity: acceptHost } : {}
    case 'verify-full':
      return file ? { ca: readAuthority(file) } : {}
    default:
      throw new SetupError('sslmode must be disable, allow, prefer, require, verify-ca or verify-full')
  }
}

/** The mode that drivers of Node and Java have in `ssl`. */
function modeOf(ssl: string | undefined): string | undefined {
  if (ssl === 'true' || ssl === '1') return 'verify-full'
  return ssl === 'false' || ssl === '0' ? 'disable' : ssl
}

function acceptHost(): undefined {}

function readAuthority(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new SetupError(`sslrootcert names a file that cannot be read (${(cause as Error).message})`, { cause })
  }
}
