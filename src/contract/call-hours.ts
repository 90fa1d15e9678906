import { z } from 'zod'
import { Region } from './region.ts'

/** HH:MM, 24 hours. */
const TimeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/)

/** The hours of calls on one weekday, in the customer's local time. */
export const DayHours = z.object({ from: TimeOfDay, to: TimeOfDay }).refine(({ from, to }) => from < to)
export type DayHours = z.infer<typeof DayHours>

/** A holiday that the user has added (`name`) or removed (null). */
export const HolidayChange = z.object({
  region: Region,
  /** A state of Australia; null: the whole region. */
  area: z.string().max(40).nullable(),
  /** YYYY-MM-DD. */
  date: z.iso.date(),
  name: z.string().trim().min(1).max(60).nullable(),
})
export type HolidayChange = z.infer<typeof HolidayChange>

/** When customers can be called. A reminder, not a lock: a call outside the hours asks for a reason. */
export const CallSettings = z.object({
  /** Sunday first; null: no calls on that day. */
  hours: z.array(DayHours.nullable()).length(7),
  /** `state`: those of the whole country, and those of the customer's state. */
  holidays: z.enum(['none', 'national', 'state']),
  changes: z.array(HolidayChange).max(500),
})
export type CallSettings = z.infer<typeof CallSettings>
