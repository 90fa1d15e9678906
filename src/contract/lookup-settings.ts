import { z } from 'zod'
import { StateCode } from './region.ts'

export const LookupSettings = z.object({
  /** Hours in which a saved result is reused. */
  repeatAfterHours: z.number().int().min(0).max(720),
  /** The last state that was selected. */
  state: StateCode.nullable(),
  /** Vehicles on a page of a keyword search. */
  pageLength: z.number().int().min(1).max(100),
})
export type LookupSettings = z.infer<typeof LookupSettings>

const hourMs = 60 * 60_000

/**
 * Whether a result that was saved `at` (ISO 8601; '': none) is shown again at no cost. After the PC's clock was set back, saved results lie
 * in the future: a near one is not paid for again.
 */
export const isReused = (at: string, nowMs: number, { repeatAfterHours }: LookupSettings): boolean =>
  Math.abs(nowMs - Date.parse(at)) < repeatAfterHours * hourMs
