import type { Certainty } from './service-client.ts'

/**
 * Why there was no answer, as far as the causes differ in what the user can do. `cancelled`: by the caller.
 * `unreadable`: an answer with a status that is none. `unclassified`: in neither list below. `foreign-certificate`: the certificate is of another server, as on a guest network
 * that asks for a sign-in.
 */
export type FaultClass =
  | 'name-not-found'
  | 'no-network'
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

const certainties: Readonly<Record<FaultClass, Certainty>> = {
  'name-not-found': 'not-sent',
  'no-network': 'not-sent',
  'refused-connection': 'not-sent',
  proxy: 'not-sent',
  'proxy-sign-in': 'not-sent',
  certificate: 'not-sent',
  'foreign-certificate': 'not-sent',
  'not-tls': 'not-sent',
  redirect: 'refused',
  'bad-address': 'not-sent',
  'timeout-connecting': 'not-sent',
  timeout: 'unknown',
  lost: 'unknown',
  unreadable: 'unknown',
  cancelled: 'unknown',
  unclassified: 'unknown',
}

/** Node: `cause.code` of a `TypeError: fetch failed` (measured with Node 24). */
const nodeCodes: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  ['ENOTFOUND', 'name-not-found'],
  ['EAI_AGAIN', 'no-network'],
  ['EAI_FAIL', 'name-not-found'],
  ['EAI_NODATA', 'name-not-found'],
  ['EAI_NONAME', 'name-not-found'],
  ['ECONNREFUSED', 'refused-connection'],
  ['EHOSTUNREACH', 'no-network'],
  ['EHOSTDOWN', 'no-network'],
  ['ENETUNREACH', 'no-network'],
  ['ENETDOWN', 'no-network'],
  ['EADDRNOTAVAIL', 'no-network'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timeout-connecting'],
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
  ['EPROTO', 'not-tls'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls'],
  ['ERR_SSL_PACKET_LENGTH_TOO_LONG', 'not-tls'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'not-tls'],
  ['ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE', 'not-tls'],
])

/** Electron (Chromium): the error's message is `net::` and one of these. */
const chromiumCodes: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  ['ERR_NAME_NOT_RESOLVED', 'name-not-found'],
  ['ERR_NAME_RESOLUTION_FAILED', 'no-network'],
  ['ERR_ICANN_NAME_COLLISION', 'name-not-found'],
  ['ERR_DNS_TIMED_OUT', 'no-network'],
  ['ERR_INTERNET_DISCONNECTED', 'no-network'],
  ['ERR_ADDRESS_UNREACHABLE', 'no-network'],
  ['ERR_NETWORK_ACCESS_DENIED', 'no-network'],
  ['ERR_NETWORK_IO_SUSPENDED', 'lost'],
  ['ERR_NETWORK_CHANGED', 'lost'],
  ['ERR_CONNECTION_REFUSED', 'refused-connection'],
  ['ERR_CONNECTION_FAILED', 'refused-connection'],
  ['ERR_CONNECTION_TIMED_OUT', 'timeout-connecting'],
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
  ['ERR_SSL_PROTOCOL_ERROR', 'not-tls'],
  ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'not-tls'],
  ['ERR_SSL_UNRECOGNIZED_NAME_ALERT', 'not-tls'],
  ['ERR_UNSAFE_REDIRECT', 'redirect'],
  ['ERR_TOO_MANY_REDIRECTS', 'redirect'],
  ['ERR_INVALID_REDIRECT', 'redirect'],
  ['ERR_INVALID_URL', 'bad-address'],
  ['ERR_DISALLOWED_URL_SCHEME', 'bad-address'],
  ['ERR_UNKNOWN_URL_SCHEME', 'bad-address'],
  ['ERR_UNSAFE_PORT', 'bad-address'],
  ['ERR_ADDRESS_INVALID', 'bad-address'],
  ['ERR_INVALID_HTTP_RESPONSE', 'not-tls'],
  ['ERR_INVALID_RESPONSE', 'lost'],
  ['ERR_BLOCKED_BY_CLIENT', 'no-network'],
  ['ERR_BLOCKED_BY_ADMINISTRATOR', 'no-network'],
])

/** Faults without a code, by their whole message. */
const wholeMessages: ReadonlyMap<string, FaultClass> = new Map<string, FaultClass>([
  // Node: the body was cut off after a 200, so the service has received the call.
  ['terminated', 'lost'],
  ['unexpected redirect', 'redirect'],
  ['bad port', 'bad-address'],
  ["Attempted to redirect, but redirect policy was 'error'", 'redirect'],
])

const fault = (faultClass: FaultClass, code: string | null): Fault => ({
  faultClass,
  certainty: certainties[faultClass],
  code,
})

/**
 * Classifies the error of a fetch, or of reading its body, by Node or Electron. The error does not show whether the
 * caller cancelled: check the caller's signal first.
 */
export function classifyFailure(error: unknown): Fault {
  for (const link of chainOf(error)) {
    const name = textOf(link, 'name')
    // Electron reports the end of our time-out as an AbortError. An abort by the caller does not get here.
    if (name === 'TimeoutError' || name === 'AbortError') return fault('timeout', name)
    const code = textOf(link, 'code')
    if (code !== null) {
      const known = nodeCodes.get(code)
      if (known) return fault(known, code)
      // The desktop's fetch: a status that `Response` cannot have.
      if (/^HTTP_STATUS_\d+$/.test(code)) return fault('unreadable', code)
      // The answer is not HTTP: HPE_INVALID_CONSTANT and similar.
      if (/^HPE_[A-Z_]+$/.test(code)) return fault('lost', code)
    }
    const message = textOf(link, 'message') ?? ''
    const chromium = /^net::(ERR_[A-Z0-9_]+)$/.exec(message)?.[1]
    if (chromium) return fault(chromiumCodes.get(chromium) ?? 'unclassified', chromium)
    const whole = wholeMessages.get(message)
    if (whole) return fault(whole, null)
  }
  return fault(
    'unclassified',
    chainOf(error)
      .map((link) => textOf(link, 'code'))
      .find((code) => code !== null) ?? null,
  )
}

/** The error, its causes, and the errors of an AggregateError (one per address), innermost first. */
function chainOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = []
  const visit = (link: unknown): void => {
    if (typeof link !== 'object' || link === null || chain.includes(link) || chain.length > 16) return
    chain.unshift(link)
    if ('errors' in link && Array.isArray(link.errors)) for (const each of link.errors) visit(each)
    if ('cause' in link) visit(link.cause)
  }
  visit(error)
  return chain
}

function textOf(link: unknown, field: 'name' | 'code' | 'message'): string | null {
  if (typeof link !== 'object' || link === null || !(field in link)) return null
  const value = (link as Readonly<Record<string, unknown>>)[field]
  return typeof value === 'string' ? value : null
}
