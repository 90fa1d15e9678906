import { z } from 'zod'
import { Recorder } from './call-note.ts'

/** How the user tried to reach a customer. `call` is logged when it was made outside calling hours. */
export const ContactChannel = z.enum(['call', 'sms', 'email'])
export type ContactChannel = z.infer<typeof ContactChannel>

/** One attempt to reach a customer. It is part of the history, and changes no outcome. */
export const ContactAttempt = z.object({
  id: z.string(),
  at: z.string(),
  channel: ContactChannel,
  /** The name of the template, as it was then; null without one. */
  template: z.string().nullable(),
  /** Why a call was made outside calling hours; else empty. */
  reason: z.string(),
  /** Who tried; null: not recorded. */
  person: Recorder.nullable(),
})
export type ContactAttempt = z.infer<typeof ContactAttempt>
