import type { ConnectionTest } from '../../contract/connections.ts'
import type { FailureKind } from '../../contract/result.ts'
import { refusesRegion } from '../service/failure-text.ts'
import type { Answer } from '../service/service-client.ts'
import { connectionMessages } from './connection-messages.ts'

type Step = ConnectionTest['steps'][number]['step']

const order: readonly Step[] = ['address', 'network', 'certificate', 'credentials', 'licence', 'region', 'list']

/**
 * The step at which a call with this failure stopped. Local failures count as the network step: nothing after it was
 * tested.
 */
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
  'storage-busy': 'network',
  'disk-full': 'network',
  'storage-read-only': 'network',
  unexpected: 'network',
  certificate: 'certificate',
  'sign-in-required': 'credentials',
  'vault-unreadable': 'credentials',
  'rate-limited': 'credentials',
  'no-licence': 'licence',
  rejected: 'licence',
  conflict: 'licence',
  'needs-confirmation': 'licence',
}

/**
 * Judges a connection by one call, step by step. `answer` is that of the shortest customer list, which needs all steps,
 * in this order.
 */
export function judgeConnection(answer: Answer<unknown>, isEncrypted: boolean): ConnectionTest {
  const { passed, noCertificateNeeded, skipped } = connectionMessages.test
  const passedText = (step: Step): string =>
    step === 'certificate' && !isEncrypted ? noCertificateNeeded : passed[step]
  if (answer.ok) return { ok: true, steps: order.map((step) => ({ step, state: 'passed', words: passedText(step) })) }
  const { failure, words } = answer.error
  const failedText = failure.next ? `${failure.message} ${failure.next}` : failure.message
  const failedIndex = order.indexOf(words !== undefined && refusesRegion(words) ? 'region' : failedStep[failure.kind])
  return {
    ok: false,
    steps: order.map((step, index) => {
      if (index === failedIndex) return { step, state: 'failed', words: failedText }
      return index < failedIndex
        ? { step, state: 'passed', words: passedText(step) }
        : { step, state: 'not-reached', words: skipped }
    }),
  }
}
