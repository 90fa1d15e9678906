import { z } from 'zod'
import { SightingSort } from './sighting-sort.ts'

export const SightingSettings = z.object({
  /** Minutes between two syncs while the program runs. */
  checkEveryMinutes: z.number().int().min(1).max(120),
  /** Show a notification for new sightings. */
  notify: z.boolean(),
  /** The order of the call list. */
  sort: SightingSort,
  /** Once a day: new sightings, price drops and due calls. */
  digest: z.boolean(),
  /** HH:MM on this PC; null: at the first start or use of a day. */
  digestAt: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .nullable(),
})
export type SightingSettings = z.infer<typeof SightingSettings>
