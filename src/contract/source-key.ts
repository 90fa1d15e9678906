import type { ConnectionRegion } from './connection-region.ts'

/** Whether both are the same connection and region. */
export const isSameSource = (one: ConnectionRegion, other: ConnectionRegion): boolean =>
  one.connectionId === other.connectionId && one.region === other.region

/** Names a row uniquely among those of several connections. Without a source: the id alone. */
export const rowKey = (id: string, source: ConnectionRegion | undefined): string =>
  source === undefined ? id : `${id}@${source.region}@${source.connectionId}`
