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

/** What these codes of Node mean when connecting failed with them; others: the connection was refused. */
const codesInConnecting: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  ['EHOSTUNREACH', 'no-network'],
  ['EHOSTDOWN', 'no-network'],
  ['ENETUNREACH', 'no-network'],
  ['ENETDOWN', 'no-network'],
  ['EADDRNOTAVAIL', 'no-network'],
  ['ETIMEDOUT', 'timeout-connecting'],
])

/**
 * Codes that only connecting gives, the handshake included: nothing was sent. Node: `cause.code` of a `TypeError: fetch failed`
 * (measured with Node 24). Electron: the error's message is `net::` and one of these.
 */
const connectingCodes: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  // Node
  ['ENOTFOUND', 'name-not-found'],
  ['EAI_AGAIN', 'no-network'],
  ['EAI_FAIL', 'name-not-found'],
  ['EAI_NODATA', 'name-not-found'],
  ['EAI_NONAME', 'name-not-found'],
  ['ECONNREFUSED', 'refused-connection'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout-connecting'],
  ['UND_ERR_INVALID_ARG', 'bad-address'],
  ['ERR_INVALID_URL', 'bad-address'],
  ['CERT_HAS_EXPIRED', 'certificate'],
  ['CERT_NOT_YET_VALID', 'certificate'],
  ['CERT_REVOKED', 'certificate'],
  ['CERT_REJECTED', 'certificate'],
  ['CERT_UNTRUSTED', 'certificate'],
  ['CERT_SIGNATURE_FAILURE', 'certificate'],
  ['CERT_CHAIN_TOO_LONG', 'certificate'],
  ['INVALID_CA', 'certificate'],
  ['INVALID_PURPOSE', 'certificate'],
  ['HOSTNAME_MISMATCH', 'foreign-certificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'foreign-certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'foreign-certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'foreign-certificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'foreign-certificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'foreign-certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'foreign-certificate'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'not-tls'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'not-tls'],
  // Electron
  ['ERR_NAME_NOT_RESOLVED', 'name-not-found'],
  ['ERR_NAME_RESOLUTION_FAILED', 'no-network'],
  ['ERR_ICANN_NAME_COLLISION', 'name-not-found'],
  ['ERR_DNS_TIMED_OUT', 'no-network'],
  ['ERR_NETWORK_ACCESS_DENIED', 'no-network'],
  ['ERR_CONNECTION_REFUSED', 'refused-connection'],
  ['ERR_CONNECTION_FAILED', 'refused-connection'],
  ['ERR_CONNECTION_TIMED_OUT', 'timeout-connecting'],
  ['ERR_PROXY_CONNECTION_FAILED', 'proxy'],
  ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy'],
  ['ERR_PROXY_AUTH_REQUESTED', 'proxy-sign-in'],
  ['ERR_PROXY_AUTH_UNSUPPORTED', 'proxy'],
  ['ERR_PROXY_CERTIFICATE_INVALID', 'proxy'],
  ['ERR_MANDATORY_PROXY_CONFIGURATION_FAILED', 'proxy'],
  ['ERR_SOCKS_CONNECTION_FAILED', 'proxy'],
  ['ERR_SOCKS_CONNECTION_HOST_UNREACHABLE', 'proxy'],
  ['ERR_PAC_SCRIPT_FAILED', 'proxy'],
  ['ERR_UNEXPECTED_PROXY_AUTH', 'proxy'],
  ['ERR_CERT_COMMON_NAME_INVALID', 'foreign-certificate'],
  ['ERR_CERT_DATE_INVALID', 'certificate'],
  ['ERR_CERT_AUTHORITY_INVALID', 'foreign-certificate'],
  ['ERR_CERT_CONTAINS_ERRORS', 'certificate'],
  ['ERR_CERT_NO_REVOCATION_MECHANISM', 'certificate'],
  ['ERR_CERT_UNABLE_TO_CHECK_REVOCATION', 'certificate'],
  ['ERR_CERT_REVOKED', 'certificate'],
  ['ERR_CERT_INVALID', 'certificate'],
  ['ERR_CERT_WEAK_SIGNATURE_ALGORITHM', 'certificate'],
  ['ERR_CERT_NON_UNIQUE_NAME', 'foreign-certificate'],
  ['ERR_CERT_WEAK_KEY', 'certificate'],
  ['ERR_CERT_NAME_CONSTRAINT_VIOLATION', 'certificate'],
  ['ERR_CERT_VALIDITY_TOO_LONG', 'certificate'],
  ['ERR_CERTIFICATE_TRANSPARENCY_REQUIRED', 'certificate'],
  ['ERR_CERT_SYMANTEC_LEGACY', 'certificate'],
  ['ERR_CERT_KNOWN_INTERCEPTION_BLOCKED', 'foreign-certificate'],
  ['ERR_CERT_SELF_SIGNED_LOCAL_NETWORK', 'foreign-certificate'],
  ['ERR_SSL_CLIENT_AUTH_CERT_NEEDED', 'certificate'],
  ['ERR_BAD_SSL_CLIENT_AUTH_CERT', 'certificate'],
  ['ERR_SSL_PINNED_KEY_NOT_IN_CERT_CHAIN', 'foreign-certificate'],
  ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'not-tls'],
  ['ERR_SSL_UNRECOGNIZED_NAME_ALERT', 'not-tls'],
  ['ERR_DISALLOWED_URL_SCHEME', 'bad-address'],
  ['ERR_UNKNOWN_URL_SCHEME', 'bad-address'],
  ['ERR_UNSAFE_PORT', 'bad-address'],
  ['ERR_ADDRESS_INVALID', 'bad-address'],
  ['ERR_BLOCKED_BY_ADMINISTRATOR', 'no-network'],
])

/** Codes that can also come after the call was handed to a connection. */
const otherCodes: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  // Node
  ['EHOSTUNREACH', 'network-lost'],
  ['EHOSTDOWN', 'network-lost'],
  ['ENETUNREACH', 'network-lost'],
  ['ENETDOWN', 'network-lost'],
  ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
  ['UND_ERR_BODY_TIMEOUT', 'timeout'],
  ['ETIMEDOUT', 'timeout'],
  ['ECONNRESET', 'lost'],
  ['ECONNABORTED', 'lost'],
  ['EPIPE', 'lost'],
  ['UND_ERR_SOCKET', 'lost'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'lost'],
  ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'lost'],
  // Electron: the body ended before its length, or it stalled until our time-out.
  ['ERR_STREAM_PREMATURE_CLOSE', 'lost'],
  ['EPROTO', 'not-tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'not-tls'],
  // Electron
  ['ERR_INTERNET_DISCONNECTED', 'network-lost'],
  ['ERR_ADDRESS_UNREACHABLE', 'network-lost'],
  ['ERR_NETWORK_IO_SUSPENDED', 'lost'],
  ['ERR_NETWORK_CHANGED', 'lost'],
  ['ERR_TIMED_OUT', 'timeout'],
  ['ERR_CONNECTION_RESET', 'lost'],
  ['ERR_CONNECTION_CLOSED', 'lost'],
  ['ERR_CONNECTION_ABORTED', 'lost'],
  ['ERR_SOCKET_NOT_CONNECTED', 'lost'],
  ['ERR_EMPTY_RESPONSE', 'lost'],
  ['ERR_CONTENT_LENGTH_MISMATCH', 'lost'],
  ['ERR_INCOMPLETE_CHUNKED_ENCODING', 'lost'],
  ['ERR_INCOMPLETE_HTTP2_HEADERS', 'lost'],
  ['ERR_INVALID_CHUNKED_ENCODING', 'lost'],
  ['ERR_CONTENT_DECODING_FAILED', 'lost'],
  ['ERR_HTTP2_PROTOCOL_ERROR', 'lost'],
  ['ERR_HTTP2_PING_FAILED', 'lost'],
  ['ERR_HTTP2_SERVER_REFUSED_STREAM', 'lost'],
  ['ERR_QUIC_PROTOCOL_ERROR', 'lost'],
  ['ERR_FAILED', 'lost'],
  ['ERR_ABORTED', 'lost'],
  ['ERR_SSL_PROTOCOL_ERROR', 'not-tls'],
  ['ERR_UNSAFE_REDIRECT', 'redirect'],
  ['ERR_TOO_MANY_REDIRECTS', 'redirect'],
  ['ERR_INVALID_REDIRECT', 'redirect'],
  ['ERR_INVALID_HTTP_RESPONSE', 'not-tls'],
  ['ERR_INVALID_RESPONSE', 'lost'],
  ['ERR_BLOCKED_BY_CLIENT', 'network-lost'],
])

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
