import { z } from 'zod'
import { Region } from './region.ts'

/** A connection in one region: the customers and sightings of each are separate. */
export const ConnectionRegion = z.object({ connectionId: z.string().max(64), region: Region })
export type ConnectionRegion = z.infer<typeof ConnectionRegion>

/** Where a row of a list comes from. `name`: of the connection. */
export const Source = ConnectionRegion.extend({ name: z.string() })
export type Source = z.infer<typeof Source>
