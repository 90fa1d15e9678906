import { CallSettings } from './call-hours.ts'
import { z } from 'zod'
import { Region, StateCode } from './region.ts'

/** A public holiday of a year. */
export const ListedHoliday = z.object({
  /** YYYY-MM-DD. */
  date: z.string(),
  name: z.string(),
  /** `added` by the user. */
  source: z.enum(['national', 'state', 'added']),
  /** Removed by the user: calls are allowed. */
  removed: z.boolean(),
})
export type ListedHoliday = z.infer<typeof ListedHoliday>

export const callSettings = {
  callSettings: { input: z.object({}), output: CallSettings },
  setCallSettings: { input: CallSettings.partial(), output: CallSettings },
  /** The holidays of a year in date order, also those that the user removed. */
  holidays: {
    input: z.object({
      region: Region,
      /** Only Australia has holidays of a state here. */
      state: StateCode.nullable(),
      year: z.number().int().min(2000).max(2100),
    }),
    output: z.object({ holidays: z.array(ListedHoliday) }),
  },
} as const
