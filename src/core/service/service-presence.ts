import type { Clock } from '../ports/clock.ts'
import { readAnswer, type HttpAnswer } from './http-call.ts'
import { OpenBodyAnswer } from './open-body.ts'
import type { Answer, CallOptions, ServiceFailure } from './service-client.ts'
import { notOffered, probeFailure } from './service-failures.ts'

export interface ServicePresenceParts {
  /** `seenAtMs`: monotonic ms of the last answer that only the service gives; null: none yet. */
  readonly known: { seenAtMs: number | null }
  readonly clock: Clock
  /** One cheap call that every service answers. */
  readonly callProbe: (callOptions: CallOptions) => Promise<Answer<HttpAnswer>>
}

/**
 * Finds out what a 404 without a message of the interface means. It is believed only while the service is seen to be at the
 * address: after a move of the service, or on a network with a sign-in page, every record would look deleted.
 */
export interface ServicePresence {
  explainNotFound(
    call: { readonly isOfRecord?: boolean },
    refused: ServiceFailure,
    callOptions: CallOptions,
  ): Promise<ServiceFailure>
}

/** The service counts as present for this long after its last answer. */
const seenForMs = 30_000

export function createServicePresence({ known, clock, callProbe }: ServicePresenceParts): ServicePresence {
  /** Null when the service answers, else why it does not. */
  const findAbsence = async (callOptions: CallOptions): Promise<ServiceFailure | null> => {
    const nowMs = clock.monotonicMs()
    if (known.seenAtMs !== null && nowMs - known.seenAtMs < seenForMs) return null
    const called = await callProbe(callOptions)
    const answer = called.ok ? readAnswer(called.value, OpenBodyAnswer) : called
    if (!answer.ok && !isFromService(answer.error)) return answer.error
    known.seenAtMs = nowMs
    return null
  }

  return {
    async explainNotFound(call, refused, callOptions) {
      const absence = await findAbsence(callOptions)
      if (absence === null) return call.isOfRecord ? refused : notOffered(refused)
      const { failure, retryAfterMs, doubt } = absence.doubt === 'not-found' ? probeFailure(absence, false) : absence
      // The call itself was refused, so it had no effect.
      return {
        failure,
        retryAfterMs,
        certainty: 'refused',
        status: refused.status,
        ...(doubt === undefined ? {} : { doubt }),
      }
    },
  }
}

/** Whether only the service itself gives such a refusal. */
const isFromService = ({ status, doubt }: ServiceFailure): boolean =>
  status !== null && status >= 400 && status < 500 && status !== 407 && status !== 408 && doubt === undefined
