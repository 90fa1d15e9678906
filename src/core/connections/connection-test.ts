import type { ConnectionTest } from '../../contract/connections.ts'
import type { FailureKind } from '../../contract/result.ts'
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

/** The step at which a call with this failure stopped. Local failures count as the network step: nothing after it was tested. */
const failedStep: Readonly<Record<FailureKind, Step>> = {
  'invalid-input': 'address',
  'wrong-address': 'address',
  'not-found': 'address',
  offline: 'network',
  timeout: 'network',
  'service-down': 'network',
  cancelled: 'network',
  'storage-locked': 'network',
  'storage-damaged': 'network',
  'disk-full': 'network',
  unexpected: 'network',
  certificate: 'certificate',
  'sign-in-required': 'credentials',
  'vault-unreadable': 'credentials',
  'rate-limited': 'credentials',
  'no-licence': 'licence',
  rejected: 'licence',
  conflict: 'licence',
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
  const words = failure.next ? `${failure.message} ${failure.next}` : failure.message
  const failedIndex = order.indexOf(failedStep[failure.kind])
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
