import type { Reachability } from '../../contract/connections.ts'
import { assertNever, type FailureKind } from '../../contract/result.ts'

/** What the end of a call says about the service; null: nothing. `failure` is null for an answer. */
export function reachabilityAfter(failure: FailureKind | null): Reachability | null {
  switch (failure) {
    case null:
    case 'rate-limited':
    case 'rejected':
    case 'not-found':
    case 'conflict':
    case 'no-licence':
    case 'invalid-input':
      return 'online'
    case 'sign-in-required':
      return 'sign-in-required'
    case 'service-down':
      return 'service-down'
    case 'offline':
    case 'timeout':
    case 'certificate':
    case 'wrong-address':
      return 'offline'
    case 'storage-locked':
    case 'vault-unreadable':
    case 'disk-full':
    case 'cancelled':
    case 'unexpected':
      return null
    default:
      return assertNever(failure)
  }
}
