import type { MethodPolicy, SideEffect } from '../dispatch/method-policy.ts'

/** Most inputs are an id, a choice or a filter of a few short texts. */
export const smallBytes = 64 * 1024
/** Views name up to 300 columns with long names. */
export const viewBytes = 512 * 1024
/** Certificates of a CA, with an address or an invitation. */
export const certificateBytes = 768 * 1024
/** The longest lists of row numbers and cells. */
export const largestInputBytes = 2 * 1024 * 1024
/** The ids of every customer of a large list: 250,000 of up to 64 characters. */
export const recordIdsBytes = 16 * 1024 * 1024

/** Far above what a person does, and low enough to make a script in the window visible. Local reads and writes are not limited. */
const callsPerMinute: Readonly<Record<SideEffect, number | null>> = {
  read: null,
  write: null,
  query: 240,
  send: 240,
  secret: 30,
  system: 30,
}

/** The policy of a method. */
export const policy = (effect: SideEffect, maxInputBytes = smallBytes): MethodPolicy => ({
  effect,
  maxInputBytes,
  maxCallsPerMinute: callsPerMinute[effect],
})
