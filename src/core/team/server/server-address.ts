import { isLoopback } from '../../loopback/is-loopback.ts'
import { serverMessages, type ServerText } from './server-messages.ts'

/** How to reach a PostgreSQL server. Made from a pasted address; nothing else of that address has an effect. */
export interface ServerAddress {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly user: string
  /** Empty: none was given. */
  readonly password: string
  /** Whether the connection is encrypted and its certificate checked. False only for a server on this PC. */
  readonly isEncrypted: boolean
}

export type ServerAddressAnswer =
  | { readonly ok: true; readonly address: ServerAddress; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly reason: ServerText }

/** Beyond this PC, these modes of libpq would allow a connection that is not encrypted, or a certificate that is not checked. */
const weakModes = new Set(['disable', 'allow', 'prefer', 'no-verify'])
/** Forecourt checks the certificate and the name with each of these. */
const strictModes = new Set(['require', 'verify-ca', 'verify-full'])

/** Parameters that could lead to another server, other files or other settings of the session. */
const refusedParameters = new Set(
  (
    'host hostaddr port user password passfile dbname service servicefile options ssl sslcert sslkey sslpassword ' +
    'sslrootcert sslcrl sslcrldir sslsni ssl_min_protocol_version ssl_max_protocol_version gssencmode requirepeer ' +
    'uselibpqcompat'
  ).split(' '),
)

/** The text behind percent-encoding; null: it is malformed. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * Reads a pasted `postgres://` address. Parameters that would weaken the encryption are refused, others have no effect and are
 * listed in `ignored`. Beyond this PC the connection is always encrypted and its certificate checked.
 */
export function readServerAddress(pasted: string): ServerAddressAnswer {
  const messages = serverMessages.address
  const refuse = (reason: ServerText): ServerAddressAnswer => ({ ok: false, reason })
  const text = pasted.trim()
  const url = /^postgres(ql)?:\/\//i.test(text) && !/\s/.test(text) ? URL.parse(text) : null
  if (!url || url.hash !== '') return refuse(messages.invalid)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()
  if (!/^[a-z0-9._-]+$|^[0-9a-f:.]+$/.test(host)) return refuse(messages.invalid)
  const user = decoded(url.username)
  const password = decoded(url.password)
  const database = decoded(url.pathname.slice(1))
  if (user === null || password === null || database === null) return refuse(messages.invalid)
  // PostgreSQL ends a text there: what follows would be read as further parameters of the session.
  if ([user, password, database].some((text) => text.includes('\0'))) return refuse(messages.invalid)
  if (user === '') return refuse(messages.noUser)
  if (database === '' || database.includes('/')) return refuse(messages.noDatabase)

  const isOnThisPc = isLoopback(host)
  const ignored: string[] = []
  let mode: string | null = null
  for (const [name, value] of url.searchParams) {
    const key = name.toLowerCase()
    if (refusedParameters.has(key)) return refuse(messages.refusedParameter(key))
    if (key !== 'sslmode') ignored.push(key)
    else if (mode !== null) return refuse(messages.refusedParameter(key))
    else mode = value.toLowerCase()
  }
  if (mode !== null && !strictModes.has(mode) && !(weakModes.has(mode) && isOnThisPc)) return refuse(messages.weakMode)
  return {
    ok: true,
    address: {
      host,
      port: url.port === '' ? 5432 : Number(url.port),
      database,
      user,
      password,
      isEncrypted: !isOnThisPc || (mode !== null && strictModes.has(mode)),
    },
    ignored,
  }
}

/** The address for another login of the same database, as it is pasted or put into an invitation. */
export function writeServerAddress(address: ServerAddress): string {
  const { host, port, database, user, password, isEncrypted } = address
  const login = [user, password].filter((part) => part !== '').map(encodeURIComponent)
  const name = host.includes(':') ? `[${host}]` : host
  const mode = isEncrypted ? '?sslmode=verify-full' : ''
  return `postgres://${login.join(':')}@${name}:${port}/${encodeURIComponent(database)}${mode}`
}
