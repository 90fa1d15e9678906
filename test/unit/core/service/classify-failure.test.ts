import { describe, expect, it } from 'vitest'
import { classifyFailure } from '../../../../src/core/service/classify-failure.ts'
import { faultFailure } from '../../../../src/core/service/service-failures.ts'

const fault = (code: string, syscall?: string): Error =>
  Object.assign(new Error('a fault'), { code, ...(syscall && { syscall }) })
const failedFetch = (code: string, syscall?: string): TypeError =>
  new TypeError('fetch failed', { cause: fault(code, syscall) })

describe('an error of Node', () => {
  it.each([
    ['ENOTFOUND', 'name-not-found', 'not-sent', 'offline'],
    ['EAI_AGAIN', 'no-network', 'not-sent', 'offline'],
    ['ECONNREFUSED', 'refused-connection', 'not-sent', 'offline'],
    ['EHOSTUNREACH', 'network-lost', 'unknown', 'offline'],
    ['ENETUNREACH', 'network-lost', 'unknown', 'offline'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout-connecting', 'not-sent', 'timeout'],
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout', 'unknown', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout', 'unknown', 'timeout'],
    ['ETIMEDOUT', 'timeout', 'unknown', 'timeout'],
    ['ECONNRESET', 'lost', 'unknown', 'offline'],
    ['EPIPE', 'lost', 'unknown', 'offline'],
    ['ERR_STREAM_PREMATURE_CLOSE', 'lost', 'unknown', 'offline'],
    ['UND_ERR_SOCKET', 'lost', 'unknown', 'offline'],
    ['HPE_INVALID_CONSTANT', 'lost', 'unknown', 'offline'],
    ['CERT_HAS_EXPIRED', 'certificate', 'not-sent', 'certificate'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'foreign-certificate', 'not-sent', 'offline'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'foreign-certificate', 'not-sent', 'offline'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'foreign-certificate', 'not-sent', 'offline'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'foreign-certificate', 'not-sent', 'offline'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'not-tls', 'not-sent', 'offline'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls', 'unknown', 'offline'],
    ['EPROTO', 'not-tls', 'unknown', 'offline'],
    ['ENEWKIND', 'unclassified', 'unknown', 'offline'],
  ])('%s is %s: %s', (code, faultClass, certainty, kind) => {
    const found = classifyFailure(failedFetch(code))
    expect(found).toEqual({ faultClass, certainty, code })
    expect(faultFailure(found).failure.kind).toBe(kind)
  })

  it.each([
    ['connect', 'ENETUNREACH', 'no-network', 'not-sent'],
    ['connect', 'EHOSTUNREACH', 'no-network', 'not-sent'],
    ['connect', 'ENETDOWN', 'no-network', 'not-sent'],
    ['connect', 'ETIMEDOUT', 'timeout-connecting', 'not-sent'],
    ['connect', 'ECONNRESET', 'refused-connection', 'not-sent'],
    ['connect', 'EACCES', 'refused-connection', 'not-sent'],
    ['getaddrinfo', 'ENOTFOUND', 'name-not-found', 'not-sent'],
    ['getaddrinfo', 'EAI_MEMORY', 'refused-connection', 'not-sent'],
    ['read', 'ENETUNREACH', 'network-lost', 'unknown'],
    ['read', 'EHOSTUNREACH', 'network-lost', 'unknown'],
    ['read', 'ENETDOWN', 'network-lost', 'unknown'],
    ['read', 'ETIMEDOUT', 'timeout', 'unknown'],
    ['write', 'EHOSTUNREACH', 'network-lost', 'unknown'],
    ['write', 'EPROTO', 'not-tls', 'unknown'],
    ['write', 'EPIPE', 'lost', 'unknown'],
  ])('in the system call %s with %s is %s: %s', (syscall, code, faultClass, certainty) => {
    expect(classifyFailure(failedFetch(code, syscall))).toEqual({ faultClass, certainty, code })
    expect(classifyFailure(new Error('outer', { cause: failedFetch(code, syscall) }))).toMatchObject({ certainty })
  })

  it.each([
    ['every address', [fault('ENETUNREACH', 'connect'), fault('ETIMEDOUT', 'connect')], 'not-sent'],
    ['one address only', [fault('ENETUNREACH', 'connect'), fault('ENETUNREACH', 'read')], 'unknown'],
    ['one address only, first', [fault('EHOSTUNREACH', 'read'), fault('ECONNREFUSED', 'connect')], 'unknown'],
  ])('was not sent when connecting failed for %s', (_what, errors, certainty) => {
    const cause = Object.assign(new AggregateError(errors), { code: 'ETIMEDOUT' })
    expect(classifyFailure(new TypeError('fetch failed', { cause })).certainty).toBe(certainty)
  })

  it('that ended our own time-out is a time-out, as Electron reports it', () => {
    const aborted = Object.assign(new Error('This operation was aborted'), { name: 'AbortError' })
    expect(classifyFailure(aborted)).toMatchObject({ faultClass: 'timeout', certainty: 'unknown' })
  })

  it('is found among the errors of each address', () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    const cause = new AggregateError([refused, refused], 'all addresses failed')
    expect(classifyFailure(new TypeError('fetch failed', { cause })).faultClass).toBe('refused-connection')
  })

  it.each([
    ['a body cut after a good status', new TypeError('terminated'), 'lost', 'unknown'],
    [
      'its own timeout',
      new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
      'timeout',
      'unknown',
    ],
    ['a redirect', new TypeError('fetch failed', { cause: new Error('unexpected redirect') }), 'redirect', 'refused'],
    [
      'a port that may not be called',
      new TypeError('fetch failed', { cause: new Error('bad port') }),
      'bad-address',
      'not-sent',
    ],
  ])('is classified for %s', (_what, error, faultClass, certainty) => {
    expect(classifyFailure(error)).toMatchObject({ faultClass, certainty })
  })
})

describe('an error of Electron', () => {
  it.each([
    ['ERR_NAME_NOT_RESOLVED', 'name-not-found', 'not-sent'],
    ['ERR_INTERNET_DISCONNECTED', 'network-lost', 'unknown'],
    ['ERR_ADDRESS_UNREACHABLE', 'network-lost', 'unknown'],
    ['ERR_NETWORK_ACCESS_DENIED', 'no-network', 'not-sent'],
    ['ERR_CONNECTION_REFUSED', 'refused-connection', 'not-sent'],
    ['ERR_PROXY_CONNECTION_FAILED', 'proxy', 'not-sent'],
    ['ERR_TUNNEL_CONNECTION_FAILED', 'proxy', 'not-sent'],
    ['ERR_PROXY_AUTH_REQUESTED', 'proxy-sign-in', 'not-sent'],
    ['ERR_CONNECTION_TIMED_OUT', 'timeout-connecting', 'not-sent'],
    ['ERR_TIMED_OUT', 'timeout', 'unknown'],
    ['ERR_CONNECTION_RESET', 'lost', 'unknown'],
    ['ERR_CONNECTION_CLOSED', 'lost', 'unknown'],
    ['ERR_EMPTY_RESPONSE', 'lost', 'unknown'],
    ['ERR_CONTENT_LENGTH_MISMATCH', 'lost', 'unknown'],
    ['ERR_HTTP2_PROTOCOL_ERROR', 'lost', 'unknown'],
    ['ERR_NETWORK_CHANGED', 'lost', 'unknown'],
    ['ERR_CERT_AUTHORITY_INVALID', 'foreign-certificate', 'not-sent'],
    ['ERR_CERT_DATE_INVALID', 'certificate', 'not-sent'],
    ['ERR_CERT_COMMON_NAME_INVALID', 'foreign-certificate', 'not-sent'],
    ['ERR_SSL_VERSION_OR_CIPHER_MISMATCH', 'not-tls', 'not-sent'],
    ['ERR_SSL_PROTOCOL_ERROR', 'not-tls', 'unknown'],
    ['ERR_INVALID_HTTP_RESPONSE', 'not-tls', 'unknown'],
    ['ERR_BLOCKED_BY_CLIENT', 'network-lost', 'unknown'],
    ['ERR_UNSAFE_PORT', 'bad-address', 'not-sent'],
    ['ERR_SOMETHING_NEW', 'unclassified', 'unknown'],
  ])('%s is %s: %s', (code, faultClass, certainty) => {
    expect(classifyFailure(new Error(`net::${code}`))).toEqual({ faultClass, certainty, code })
  })

  it('is a redirect when it refuses one', () => {
    const error = new Error("Attempted to redirect, but redirect policy was 'error'")
    expect(classifyFailure(error)).toMatchObject({ faultClass: 'redirect', certainty: 'refused' })
  })

  it.each(['net::ERR_CONNECTION_REFUSED at https://x', 'the server wrote net::ERR_CONNECTION_REFUSED'])(
    'does not take “%s” for a code',
    (message) => expect(classifyFailure(new Error(message)).faultClass).toBe('unclassified'),
  )
})

it.each([
  failedFetch('ECONNREFUSED', 'connect'),
  failedFetch('ENETUNREACH', 'read'),
  failedFetch('CERT_HAS_EXPIRED'),
  new Error('net::ERR_NAME_NOT_RESOLVED'),
  new Error('net::ERR_CERT_DATE_INVALID'),
])('after the status line, %s says nothing about the call', (error) => {
  expect(classifyFailure(error, 'answered')).toMatchObject({ certainty: 'unknown' })
  expect(faultFailure(classifyFailure(error, 'answered')).failure.message).not.toContain('Nothing was sent')
})

it.each([undefined, null, 'text', 42, {}, new Error('x', { cause: 'y' })])('never throws for %s', (thrown) => {
  expect(classifyFailure(thrown)).toEqual({ faultClass: 'unclassified', certainty: 'unknown', code: null })
})

it('ends for an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(classifyFailure(error).faultClass).toBe('unclassified')
})
