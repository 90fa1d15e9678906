import { assertNever, type FailureKind } from './result.ts'

/**
 * What has to change before the same call can succeed: nothing but time, the content of the request, the connection
 * (address, certificate, credentials or licence), this computer (disk or keychain), or the program. `none`: the call
 * was cancelled.
 */
export type Recovery = 'time' | 'request' | 'connection' | 'machine' | 'program' | 'none'

/** Classifies a failure by what has to change before the same call can succeed. */
export function recoveryOf(kind: FailureKind): Recovery {
  switch (kind) {
    case 'offline':
    case 'timeout':
    case 'rate-limited':
    case 'service-down':
      return 'time'
    case 'invalid-input':
    case 'rejected':
    case 'not-found':
    case 'conflict':
    case 'needs-confirmation':
      return 'request'
    case 'sign-in-required':
    case 'no-licence':
    case 'wrong-address':
    case 'certificate':
      return 'connection'
    case 'storage-locked':
    case 'storage-damaged':
    case 'storage-busy':
    case 'storage-read-only':
    case 'vault-unreadable':
    case 'disk-full':
      return 'machine'
    case 'unexpected':
      return 'program'
    case 'cancelled':
      return 'none'
    default:
      return assertNever(kind)
  }
}
