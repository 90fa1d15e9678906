import { z } from 'zod'
import { Region } from './region.ts'

/** A connection in one region: the customers and sightings of each are separate. */
export const ConnectionRegion = z.object({ connectionId: z.string().max(64), region: Region })
export type ConnectionRegion = z.infer<typeof ConnectionRegion>

/** Where a row of a list comes from. `name`: of the connection. */
export const Source = ConnectionRegion.extend({ name: z.string() })
export type Source = z.infer<typeof Source>

/** Whether both are the same connection and region. */
export const isSameSource = (one: ConnectionRegion, other: ConnectionRegion): boolean =>
  one.connectionId === other.connectionId && one.region === other.region

/** Names a row uniquely among those of several connections. Without a source: the id alone. */
export const rowKey = (id: string, source: ConnectionRegion | undefined): string =>
  source === undefined ? id : `${id}@${source.region}@${source.connectionId}`
