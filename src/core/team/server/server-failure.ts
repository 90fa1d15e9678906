import type { Failure } from '../../../contract/result.ts'
import { FailureError } from '../../failures/failure-error.ts'
import { serverMessages, type ServerText } from './server-messages.ts'

/** The steps of a test, in their order. Each failure belongs to one. */
export const serverSteps = ['address', 'network', 'certificate', 'credentials', 'tables'] as const
export type ServerStep = (typeof serverSteps)[number]

interface ServerFault {
  readonly step: ServerStep
  readonly text: ServerText
}

/** A failure of a call to the team's server, with the step of a connection at which it happened. */
export class ServerFailureError extends FailureError {
  readonly step: ServerStep
  /** The SQLSTATE of the server's answer; null: the server didn't answer. */
  readonly state: string | null
  constructor({ step, text }: ServerFault, details: string | null, state: string | null = null) {
    super({ ...text, ...(details === null ? {} : { details }) } satisfies Failure)
    this.step = step
    this.state = state
  }
}

const fault = (step: ServerStep, text: ServerText): ServerFault => ({ step, text })
const { signIn, unavailable, lost, noRoute, nameNotFound, certificate, certificateExpired } = serverMessages

/** SQLSTATE of PostgreSQL (its documentation, appendix A). The other systems use the same. */
const states: ReadonlyMap<string, ServerFault> = new Map([
  ['28P01', fault('credentials', signIn)],
  ['28000', fault('credentials', signIn)],
  ['3D000', fault('credentials', serverMessages.unknownDatabase)],
  ['53300', fault('credentials', serverMessages.serverFull)],
  ['53100', fault('tables', serverMessages.diskFull)],
  ['53400', fault('tables', serverMessages.diskFull)],
  ['25006', fault('tables', serverMessages.readOnly)],
  ['42501', fault('tables', serverMessages.permission)],
  ['42P01', fault('tables', serverMessages.noTeam)],
  ['3F000', fault('tables', serverMessages.noTeam)],
  ['23503', fault('tables', serverMessages.otherEntries)],
  ['23514', fault('tables', serverMessages.tooLarge)],
  ['57014', fault('tables', serverMessages.timeout)],
])

/** The classes of SQLSTATE (its first two characters): broken connection, resources, operator, system. */
const stateClasses: ReadonlyMap<string, ServerFault> = new Map([
  ['08', fault('network', lost)],
  ['40', fault('tables', unavailable)],
  ['53', fault('network', unavailable)],
  ['57', fault('network', unavailable)],
  ['58', fault('network', unavailable)],
  ['XX', fault('network', unavailable)],
])

/** Codes of Node for sockets and TLS, by what they mean. */
const codes: ReadonlyMap<string, ServerFault> = new Map(
  (
    [
      ['ENOTFOUND EAI_AGAIN EAI_FAIL', 'network', nameNotFound],
      ['ECONNREFUSED EHOSTUNREACH EHOSTDOWN ENETUNREACH ENETDOWN EADDRNOTAVAIL EACCES', 'network', noRoute],
      ['ETIMEDOUT', 'network', serverMessages.timeout],
      ['ECONNRESET ECONNABORTED EPIPE', 'network', lost],
      ['ERR_TLS_CERT_ALTNAME_INVALID HOSTNAME_MISMATCH', 'certificate', serverMessages.certificateName],
      ['CERT_HAS_EXPIRED CERT_NOT_YET_VALID', 'certificate', certificateExpired],
      [
        'CERT_REVOKED CERT_REJECTED CERT_UNTRUSTED CERT_SIGNATURE_FAILURE CERT_CHAIN_TOO_LONG',
        'certificate',
        certificate,
      ],
      ['INVALID_CA INVALID_PURPOSE DEPTH_ZERO_SELF_SIGNED_CERT SELF_SIGNED_CERT_IN_CHAIN', 'certificate', certificate],
      [
        'UNABLE_TO_GET_ISSUER_CERT UNABLE_TO_GET_ISSUER_CERT_LOCALLY UNABLE_TO_VERIFY_LEAF_SIGNATURE',
        'certificate',
        certificate,
      ],
      ['EPROTO', 'certificate', serverMessages.noEncryption],
    ] as const
  ).flatMap(([names, step, text]) => names.split(' ').map((name) => [name, fault(step, text)] as const)),
)

const textOf = (error: unknown, field: 'code' | 'message' | 'severity'): string | null => {
  const value = (error as Readonly<Record<string, unknown>> | null)?.[field]
  return typeof value === 'string' ? value : null
}

/** Whether the error ends the connection. */
export const isFatal = (error: unknown): boolean => textOf(error, 'severity') !== 'ERROR'

/**
 * The failure for an error of the database client, of a socket or of TLS. An error without any code comes from a connection that
 * ended.
 */
export function classifyServerError(error: unknown): ServerFailureError {
  if (error instanceof ServerFailureError) return error
  const link = error instanceof AggregateError ? error.errors.at(-1) : error
  const code = textOf(link, 'code')
  // Only an answer of the server has a severity.
  if (textOf(link, 'severity') !== null && code !== null) {
    const known = states.get(code) ?? stateClasses.get(code.slice(0, 2)) ?? fault('tables', serverMessages.unexpected)
    return new ServerFailureError(known, `${code}: ${textOf(link, 'message') ?? ''}`, code)
  }
  const known = (code === null ? undefined : codes.get(code)) ?? fault('network', lost)
  return new ServerFailureError(known, code)
}

/** Ends a call to the team's server with a failure of its own. */
export function serverFail(step: ServerStep, text: ServerText, details: string | null = null): never {
  throw new ServerFailureError(fault(step, text), details)
}
