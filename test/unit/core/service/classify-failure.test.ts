import { describe, expect, it } from 'vitest'
import { classifyFailure } from '../../../../src/core/service/classify-failure.ts'
import { faultFailure } from '../../../../src/core/service/service-failures.ts'

const failedFetch = (code: string): TypeError =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('a fault'), { code }) })

describe('an error of Node', () => {
  it.each([
    ['ENOTFOUND', 'name-not-found', 'not-sent', 'offline'],
    ['EAI_AGAIN', 'no-network', 'not-sent', 'offline'],
    ['ECONNREFUSED', 'refused-connection', 'not-sent', 'offline'],
    ['EHOSTUNREACH', 'no-network', 'not-sent', 'offline'],
    ['ENETUNREACH', 'no-network', 'not-sent', 'offline'],
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
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not-tls', 'not-sent', 'offline'],
    ['ENEWKIND', 'unclassified', 'unknown', 'offline'],
  ])('%s is %s: %s', (code, faultClass, certainty, kind) => {
    const fault = classifyFailure(failedFetch(code))
    expect(fault).toEqual({ faultClass, certainty, code })
    expect(faultFailure(fault).failure.kind).toBe(kind)
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
    ['ERR_INTERNET_DISCONNECTED', 'no-network', 'not-sent'],
    ['ERR_ADDRESS_UNREACHABLE', 'no-network', 'not-sent'],
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
    ['ERR_SSL_PROTOCOL_ERROR', 'not-tls', 'not-sent'],
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

it.each([undefined, null, 'text', 42, {}, new Error('x', { cause: 'y' })])('never throws for %s', (thrown) => {
  expect(classifyFailure(thrown)).toEqual({ faultClass: 'unclassified', certainty: 'unknown', code: null })
})

it('ends for an error that is its own cause', () => {
  const error = new Error('round')
  error.cause = error
  expect(classifyFailure(error).faultClass).toBe('unclassified')
})
