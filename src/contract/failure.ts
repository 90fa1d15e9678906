import { z } from 'zod'

/** Every kind of failure. `recoveryOf` says what has to change after each before the same call can succeed. */
export const FailureKind = z.enum([
  'invalid-input',
  'sign-in-required',
  'no-licence',
  'rejected',
  'not-found',
  'conflict',
  'needs-confirmation',
  'wrong-address',
  'certificate',
  'offline',
  'timeout',
  'rate-limited',
  'service-down',
  'storage-locked',
  'storage-damaged',
  'storage-busy',
  'storage-read-only',
  'vault-unreadable',
  'disk-full',
  'cancelled',
  'unexpected',
])
export type FailureKind = z.infer<typeof FailureKind>

/** The message of `unexpected`, and of a defect that stops the program. */
export const unexpectedMessage = 'Something went wrong in Forecourt.'

/** A failure as it is shown to the user: what happened, what was saved, what to do next. */
export const Failure = z.object({
  kind: FailureKind,
  /** What happened, in one or two short sentences. */
  message: z.string(),
  /** What was saved or not changed, where that matters. */
  kept: z.string().optional(),
  /** What to do next. */
  next: z.string().optional(),
  /** ISO 8601: when to try again (rate-limited, service-down). */
  retryAt: z.string().optional(),
  /** ISO 8601: the age of the saved data that would be used (needs-confirmation); absent when there is none. */
  since: z.string().optional(),
  /** The id of the log entry (unexpected). */
  reference: z.string().optional(),
  /** Technical text for support: the service's status and message, or an error code. */
  details: z.string().optional(),
})
export type Failure = z.infer<typeof Failure>
