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
