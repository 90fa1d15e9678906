import type { ConnectionTest } from '../../contract/connections.ts'
import { assertNever, type Failure } from '../../contract/result.ts'
import type { Answer } from '../service/service-client.ts'

type Step = ConnectionTest['steps'][number]['step']

const order: readonly Step[] = ['address', 'network', 'certificate', 'credentials', 'licence']

const passedWords: Readonly<Record<Step, string>> = {
  address: 'The address can be called.',
  network: 'The service answers.',
  certificate: 'The connection is encrypted, and the service is who it says.',
  credentials: 'The service accepts the sign-in.',
  licence: 'Your account may use customer recapture.',
}

const notReachedWords = 'Not looked at: a step before it failed.'

/** Where the first call came to a stop, by what came of it: all steps before have passed. */
function stoppedAt(failure: Failure): Step | null {
  switch (failure.kind) {
    case 'invalid-input':
    case 'wrong-address':
      return 'address'
    case 'offline':
    case 'timeout':
    case 'service-down':
    case 'cancelled':
      return 'network'
    case 'certificate':
      return 'certificate'
    case 'sign-in-required':
    case 'vault-unreadable':
    case 'rate-limited':
      return 'credentials'
    case 'no-licence':
    case 'rejected':
    case 'conflict':
      return 'licence'
    case 'not-found':
      return 'address'
    case 'storage-locked':
    case 'storage-damaged':
    case 'disk-full':
    case 'unexpected':
      return null
    default:
      return assertNever(failure.kind)
  }
}

/**
 * What one call with these credentials found, step by step. `answer` is that of the shortest list of customers: it needs the address,
 * the line, the certificate, the sign-in and the licence, in this order. Pure.
 */
export function judgeConnection(answer: Answer<unknown>, isEncrypted: boolean): ConnectionTest {
  const passed = (step: Step): string =>
    step === 'certificate' && !isEncrypted ? 'Not needed: the service runs on this PC.' : passedWords[step]
  if (answer.ok) return { ok: true, steps: order.map((step) => ({ step, state: 'passed', words: passed(step) })) }
  const { failure } = answer.error
  const at = stoppedAt(failure) ?? 'network'
  const words = failure.next ? `${failure.message} ${failure.next}` : failure.message
  const failedIndex = order.indexOf(at)
  return {
    ok: false,
    steps: order.map((step, index) => {
      if (index === failedIndex) return { step, state: 'failed', words }
      return index < failedIndex
        ? { step, state: 'passed', words: passed(step) }
        : { step, state: 'not-reached', words: notReachedWords }
    }),
  }
}
