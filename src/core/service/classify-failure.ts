import type { Certainty } from './service-client.ts'

/**
 * Why there was no answer, as far as the causes differ in what the user can do. `cancelled`: by the caller.
 * `no-network`: connecting failed. `network-lost`: the network may have gone after the call was sent. `unreadable`: an answer with a
 * status that is none. `unclassified`: in neither list below. `foreign-certificate`: the certificate is of another server, as on a
 * guest network that asks for a sign-in.
 */
export type FaultClass =
  | 'name-not-found'
  | 'no-network'
  | 'network-lost'
  | 'refused-connection'
  | 'proxy'
  | 'proxy-sign-in'
  | 'certificate'
  | 'foreign-certificate'
  | 'not-tls'
  | 'redirect'
  | 'bad-address'
  | 'timeout-connecting'
  | 'timeout'
  | 'lost'
  | 'unreadable'
  | 'cancelled'
  | 'unclassified'

export interface Fault {
  readonly faultClass: FaultClass
  /** What it means for the call's effect. */
  readonly certainty: Certainty
  /** The platform's error code; null: none. */
  readonly code: string | null
}

/** The system calls of connecting, before anything is sent. Node names the call that failed. */
const connectingCalls: ReadonlySet<string | null> = new Set(['connect', 'getaddrinfo'])

/** Codes by what they mean. */
const byCode = (codes: Readonly<Partial<Record<FaultClass, string>>>): ReadonlyMap<string, FaultClass> =>
  new Map(
    Object.entries(codes).flatMap(([faultClass, names]) =>
      names
        .trim()
        .split(/\s+/)
        .map((name) => [name, faultClass as FaultClass] as const),
    ),
  )

/** What these codes of Node mean when connecting failed with them; others: the connection was refused. */
const codesInConnecting = byCode({
  'no-network': 'EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL',
  'timeout-connecting': 'ETIMEDOUT',
})

/**
 * Codes that only connecting gives, the handshake included: nothing was sent. Node: `cause.code` of a `TypeError: fetch failed`
 * (measured with Node 24). Electron: the error's message is `net::` and one of these.
 */
const connectingCodes = byCode({
  'name-not-found': 'ENOTFOUND EAI_FAIL EAI_NODATA EAI_NONAME ERR_NAME_NOT_RESOLVED ERR_ICANN_NAME_COLLISION',
  'no-network': `
    EAI_AGAIN ERR_NAME_RESOLUTION_FAILED ERR_DNS_TIMED_OUT ERR_NETWORK_ACCESS_DENIED ERR_BLOCKED_BY_ADMINISTRATOR`,
  'refused-connection': 'ECONNREFUSED ERR_CONNECTION_REFUSED ERR_CONNECTION_FAILED',
  'timeout-connecting': 'UND_ERR_CONNECT_TIMEOUT ERR_CONNECTION_TIMED_OUT',
  'bad-address': `
    UND_ERR_INVALID_ARG ERR_INVALID_URL ERR_DISALLOWED_URL_SCHEME ERR_UNKNOWN_URL_SCHEME ERR_UNSAFE_PORT
    ERR_ADDRESS_INVALID`,
  certificate: `
    CERT_HAS_EXPIRED CERT_NOT_YET_VALID CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE
    CERT_CHAIN_TOO_LONG INVALID_CA INVALID_PURPOSE ERR_CERT_DATE_INVALID ERR_CERT_CONTAINS_ERRORS
    ERR_CERT_NO_REVOCATION_MECHANISM ERR_CERT_UNABLE_TO_CHECK_REVOCATION ERR_CERT_REVOKED ERR_CERT_INVALID
    ERR_CERT_WEAK_SIGNATURE_ALGORITHM ERR_CERT_WEAK_KEY ERR_CERT_NAME_CONSTRAINT_VIOLATION
    ERR_CERT_VALIDITY_TOO_LONG ERR_CERTIFICATE_TRANSPARENCY_REQUIRED ERR_CERT_SYMANTEC_LEGACY
    ERR_SSL_CLIENT_AUTH_CERT_NEEDED ERR_BAD_SSL_CLIENT_AUTH_CERT`,
  'foreign-certificate': `
    HOSTNAME_MISMATCH DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN UNABLE_TO_GET_ISSUER_CERT
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE ERR_TLS_CERT_ALTNAME_INVALID
    ERR_CERT_COMMON_NAME_INVALID ERR_CERT_AUTHORITY_INVALID ERR_CERT_NON_UNIQUE_NAME
    ERR_CERT_KNOWN_INTERCEPTION_BLOCKED ERR_CERT_SELF_SIGNED_LOCAL_NETWORK ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN`,
  'not-tls': `
    ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE ERR_SSL_VERSION_OR_CIPHER_MISMATCH
    ERR_SSL_UNRECOGNIZED_NAME_ALERT`,
  proxy: `
    ERR_PROXY_CONNECTION_FAILED ERR_TUNNEL_CONNECTION_FAILED ERR_PROXY_AUTH_UNSUPPORTED
    ERR_PROXY_CERTIFICATE_INVALID ERR_MANDATORY_PROXY_CONFIGURATION_FAILED ERR_SOCKS_CONNECTION_FAILED
    ERR_SOCKS_CONNECTION_HOST_UNREACHABLE ERR_PAC_SCRIPT_FAILED ERR_UNEXPECTED_PROXY_AUTH`,
  'proxy-sign-in': 'ERR_PROXY_AUTH_REQUESTED',
})

/**
 * Codes that can also come after the call was handed to a connection. ERR_STREAM_PREMATURE_CLOSE is Electron's: the body ended before its
 * length, or it stalled until our time-out.
 */
const otherCodes = byCode({
  'network-lost': `
    EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN ERR_INTERNET_DISCONNECTED ERR_ADDRESS_UNREACHABLE
    ERR_BLOCKED_BY_CLIENT`,
  timeout: 'UND_ERR_HEADERS_TIMEOUT UND_ERR_BODY_TIMEOUT ETIMEDOUT ERR_TIMED_OUT',
  lost: `
    ECONNRESET ECONNABORTED EPIPE UND_ERR_SOCKET UND_ERR_RES_CONTENT_LENGTH_MISMATCH UND_ERR_RES_EXCEEDED_MAX_SIZE
    ERR_STREAM_PREMATURE_CLOSE ERR_NETWORK_IO_SUSPENDED ERR_NETWORK_CHANGED ERR_CONNECTION_RESET
    ERR_CONNECTION_CLOSED ERR_CONNECTION_ABORTED ERR_SOCKET_NOT_CONNECTED ERR_EMPTY_RESPONSE
    ERR_CONTENT_LENGTH_MISMATCH ERR_INCOMPLETE_CHUNKED_ENCODING ERR_INCOMPLETE_HTTP2_HEADERS
    ERR_INVALID_CHUNKED_ENCODING ERR_CONTENT_DECODING_FAILED ERR_HTTP2_PROTOCOL_ERROR ERR_HTTP2_PING_FAILED
    ERR_HTTP2_SERVER_REFUSED_STREAM ERR_QUIC_PROTOCOL_ERROR ERR_FAILED ERR_ABORTED ERR_INVALID_RESPONSE`,
  'not-tls': `
    EPROTO ERR_SSL_WRONG_VERSION_NUMBER ERR_SSL_PACKET_LENGTH_TOO_LONG ERR_SSL_PROTOCOL_ERROR
    ERR_INVALID_HTTP_RESPONSE`,
  redirect: 'ERR_UNSAFE_REDIRECT ERR_TOO_MANY_REDIRECTS ERR_INVALID_REDIRECT',
})

/** Faults without a code, by their whole message. */
const wholeMessages: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  // Node: the body was cut off after a 200, so the service has received the call.
  ['terminated', 'lost'],
  ['unexpected redirect', 'redirect'],
  ['bad port', 'bad-address'],
  ["Attempted to redirect, but redirect policy was 'error'", 'redirect'],
])

/** What a failed call means for its effect, where the code alone does not show that nothing was sent. */
const certaintyOf = (faultClass: FaultClass): Certainty => {
  if (faultClass === 'redirect') return 'refused'
  return faultClass === 'bad-address' ? 'not-sent' : 'unknown'
}

const fault = (faultClass: FaultClass, code: string | null, certainty = certaintyOf(faultClass)): Fault => ({
  faultClass,
  certainty,
  code,
})

/**
 * Classifies the error of a fetch (`calling`), or of reading the body behind a status (`answered`), by Node or Electron. Nothing was
 * sent only if every address failed in connecting. The error does not show whether the caller cancelled: check the caller's
 * signal first.
 */
export function classifyFailure(error: unknown, stage: 'calling' | 'answered' = 'calling'): Fault {
  const faults = faultsIn(error, [])
  const found = faults.find(({ certainty }) => certainty !== 'not-sent') ?? faults[0] ?? fault('unclassified', null)
  return stage === 'answered' && found.certainty !== 'unknown' ? fault('lost', found.code) : found
}

/** The faults of an error's causes and of the errors of an AggregateError (one per address), or else of the error itself. */
function faultsIn(error: unknown, outer: readonly unknown[]): readonly Fault[] {
  const inner = innerOf(error, outer).flatMap((each) => faultsIn(each, [...outer, error]))
  if (inner.length > 0) return inner
  const own = faultOf(error)
  return own ? [own] : []
}

/** An error can be its own cause, and has few levels. */
function innerOf(error: unknown, outer: readonly unknown[]): readonly unknown[] {
  if (typeof error !== 'object' || error === null || outer.includes(error) || outer.length > 16) return []
  const { errors, cause } = error as { readonly errors?: unknown; readonly cause?: unknown }
  return [...(Array.isArray(errors) ? (errors as readonly unknown[]) : []), cause]
}

/** What one error says by itself; null: nothing. */
function faultOf(error: unknown): Fault | null {
  const name = textOf(error, 'name')
  // Electron reports the end of our time-out as an AbortError. An abort by the caller does not get here.
  if (name === 'TimeoutError' || name === 'AbortError') return fault('timeout', name)
  const message = textOf(error, 'message') ?? ''
  const code = textOf(error, 'code') ?? /^net::(ERR_[A-Z0-9_]+)$/.exec(message)?.[1] ?? null
  if (code !== null) {
    if (connectingCalls.has(textOf(error, 'syscall'))) {
      const inConnecting = connectingCodes.get(code) ?? codesInConnecting.get(code) ?? 'refused-connection'
      return fault(inConnecting, code, 'not-sent')
    }
    const connecting = connectingCodes.get(code)
    if (connecting) return fault(connecting, code, 'not-sent')
    const other = otherCodes.get(code)
    if (other) return fault(other, code)
    // The desktop's fetch: a status that `Response` cannot have.
    if (/^HTTP_STATUS_\d+$/.test(code)) return fault('unreadable', code)
    // The answer is not HTTP: HPE_INVALID_CONSTANT and similar.
    if (/^HPE_[A-Z_]+$/.test(code)) return fault('lost', code)
  }
  const whole = wholeMessages.get(message)
  if (whole) return fault(whole, null)
  return code === null ? null : fault('unclassified', code)
}

function textOf(link: unknown, field: 'name' | 'code' | 'message' | 'syscall'): string | null {
  if (typeof link !== 'object' || link === null || !(field in link)) return null
  const value = (link as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : null
}
