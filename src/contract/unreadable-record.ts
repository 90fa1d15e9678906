import { z } from 'zod'

/** A record of the service that Forecourt cannot read. The others of its list are shown without it. */
export const UnreadableRecord = z.object({
  /** The record as the service sent it, as formatted JSON; long ones are cut. */
  raw: z.string(),
})
export type UnreadableRecord = z.infer<typeof UnreadableRecord>
