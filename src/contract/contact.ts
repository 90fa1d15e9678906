import { ContactChannel } from './contact-attempt.ts'
import { z } from 'zod'
import { CallingHours, OutcomeCode } from './call-note.ts'
import { ConnectionRegion, Source } from './connection-region.ts'

/** A call that was planned for a time that has come. */
export const DueCall = z.object({
  customerId: z.string(),
  /** When the list shows several connections. */
  source: Source.optional(),
  clientName: z.string().nullable(),
  carTitle: z.string(),
  outcome: OutcomeCode,
  nextAction: z.string(),
  /** YYYY-MM-DD and HH:MM on this PC. */
  nextDate: z.string(),
  nextTime: z.string(),
})
export type DueCall = z.infer<typeof DueCall>

/** Another car of the same person. */
export const OtherCar = z.object({
  customerId: z.string(),
  title: z.string().nullable(),
  rego: z.string().nullable(),
  state: z.string().nullable(),
  saleDate: z.string().nullable(),
  /** It is in the call list too. */
  isListed: z.boolean(),
})
export type OtherCar = z.infer<typeof OtherCar>

/** A number as people read it, and as a `tel:` address. */
export const Phone = z.object({ shown: z.string(), tel: z.string() })
export type Phone = z.infer<typeof Phone>

const id = z.string().max(64)
/** The connection and region of the customer. Absent: those in use. */
const source = ConnectionRegion.optional()

export const contact = {
  /**
   * Suggested times to call a customer, in the call list or not, within the customer's calling hours; whether it is within them `now`; and
   * whether the planned time (YYYY-MM-DD and HH:MM on this PC) is: null without one. `phone`: null for a Do Not Contact person, and when
   * there is nothing to dial.
   */
  callTimes: {
    input: z.object({
      customerId: id,
      source,
      date: z.string().max(10).nullable(),
      time: z.string().max(5).nullable(),
    }),
    output: z.object({
      suggestions: z.array(z.object({ label: z.string(), date: z.string(), time: z.string() })),
      now: CallingHours,
      planned: CallingHours.nullable(),
      phone: Phone.nullable(),
    }),
  },
  /** Calls whose planned time has come, the earliest first. */
  dueCalls: { input: z.object({}), output: z.object({ calls: z.array(DueCall) }) },
  /** Reminders that no window has shown yet. Each is returned once. */
  takeReminders: { input: z.object({}), output: z.object({ calls: z.array(DueCall) }) },
  /** Other cars of the same person: the same mobile number or email address, and a name that fits. */
  otherCars: { input: z.object({ customerId: id, source }), output: z.object({ cars: z.array(OtherCar) }) },
  /**
   * Adds an attempt to the history, once for each `attemptId`. Fails with `conflict` for a Do Not Contact person.
   */
  logAttempt: {
    input: z.object({
      customerId: id,
      source,
      attemptId: z.uuid(),
      channel: ContactChannel,
      template: z.string().max(80).nullable().default(null),
      reason: z.string().max(500).default(''),
    }),
    output: z.object({}),
  },
  /** Removes an attempt again: no program on this PC could open it. */
  removeAttempt: { input: z.object({ attemptId: z.uuid(), source }), output: z.object({}) },
} as const
