import { formatNumber } from '../../contract/regional-format.ts'
import type { FailureText } from './failure-text.ts'
import type { ServiceFailure } from './service-client.ts'

const next = 'Forecourt tries again by itself. If this continues, tell your provider.'

/** Why a list that the service gave page by page may lack customers. */
export const listText = {
  repeated: {
    kind: 'service-down',
    message: 'The service lists the same customers again and again, so others may be missing.',
    next,
  },
  changing: {
    kind: 'service-down',
    message: 'The service’s list changed while it was read, so customers may be missing.',
    next,
  },
  gap: { kind: 'service-down', message: 'A page of the service’s list is empty, so customers may be missing.', next },
  endless: {
    kind: 'service-down',
    message: 'The service’s list of customers doesn’t seem to end, so Forecourt stopped reading it.',
    next,
  },
  unlisted: {
    kind: 'service-down',
    message: 'The service didn’t list all customers that it has.',
    next,
  },
  fewer: (listed: number, total: number): FailureText => ({
    kind: 'service-down',
    message: `The service listed ${formatNumber(listed)} of ${formatNumber(total)} customers.`,
    next,
  }),
} as const satisfies Readonly<Record<string, FailureText | ((...facts: never) => FailureText)>>

export const listProblem = (failure: FailureText): ServiceFailure => ({
  failure,
  certainty: 'unknown',
  status: null,
  retryAfterMs: null,
})
