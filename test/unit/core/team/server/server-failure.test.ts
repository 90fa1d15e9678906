import { expect, it } from 'vitest'
import { recoveryOf } from '../../../../../src/contract/recovery.ts'
import { classifyServerError } from '../../../../../src/core/team/server/server-failure.ts'

/** An answer of PostgreSQL with this SQLSTATE, as the client throws it. */
const answer = (code: string, severity = 'ERROR'): Error =>
  Object.assign(new Error('Words of the server'), { code, severity })

const socketError = (code: string): Error => Object.assign(new Error('Words of Node'), { code })

it.each([
  ['28P01', 'sign-in-required', 'credentials'],
  ['28000', 'sign-in-required', 'credentials'],
  ['3D000', 'wrong-address', 'credentials'],
  ['53300', 'service-down', 'credentials'],
  ['53100', 'service-down', 'tables'],
  ['53200', 'service-down', 'network'],
  ['25006', 'service-down', 'tables'],
  ['42501', 'rejected', 'tables'],
  ['42P01', 'not-found', 'tables'],
  ['23503', 'conflict', 'tables'],
  ['23514', 'rejected', 'tables'],
  ['57014', 'timeout', 'tables'],
  ['57P01', 'service-down', 'network'],
  ['57P03', 'service-down', 'network'],
  ['40001', 'service-down', 'tables'],
  ['08006', 'offline', 'network'],
  ['XX000', 'service-down', 'network'],
  ['0A000', 'service-down', 'tables'],
])('classifies the SQLSTATE %s as %s at the step %s, in any language of the server', (state, kind, step) => {
  for (const severity of ['ERROR', 'FATAL', 'FEHLER']) {
    const error = classifyServerError(answer(state, severity))
    expect(error).toMatchObject({ state, step, failure: { kind, details: `${state}: Words of the server` } })
  }
})

it.each([
  ['ECONNREFUSED', 'offline', 'network'],
  ['ENOTFOUND', 'offline', 'network'],
  ['EHOSTUNREACH', 'offline', 'network'],
  ['ETIMEDOUT', 'timeout', 'network'],
  ['ECONNRESET', 'offline', 'network'],
  ['CERT_HAS_EXPIRED', 'certificate', 'certificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'certificate', 'certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'certificate', 'certificate'],
])('classifies %s of a socket as %s at the step %s', (code, kind, step) => {
  expect(classifyServerError(socketError(code))).toMatchObject({ state: null, step, failure: { kind, details: code } })
})

it('classifies a connection that ended without any code, and one that failed for each address of a name', () => {
  expect(classifyServerError(new Error('Connection terminated unexpectedly')).failure.kind).toBe('offline')
  const each = new AggregateError([socketError('ENETUNREACH'), socketError('ECONNREFUSED')])
  expect(classifyServerError(each).failure.details).toBe('ECONNREFUSED')
})

it('waits for a full, stopped or read-only server instead of asking the user', () => {
  for (const state of ['53100', '53300', '57P01', '57P03', '25006', '40001', '58030', 'XX000']) {
    expect(recoveryOf(classifyServerError(answer(state)).failure.kind)).toBe('time')
  }
})
