import type { DateFormat } from '../contract/calendar-date.ts'
import type { Source } from '../contract/connection-region.ts'
import type { AdvancedSettings } from '../contract/advanced-settings.ts'
import type { Region } from '../contract/region.ts'
import type { Database } from './database/database.ts'
import type { Announcer } from './events/announcer.ts'
import type { Clock } from './ports/clock.ts'
import type { Log } from './ports/log.ts'
import type { Answer, ServiceClient } from './service/service-client.ts'

/** The current connection with its region. */
export interface ActiveConnection {
  readonly id: string
  readonly region: Region
  readonly advanced: AdvancedSettings
}

/** What the other parts of core can read about connections. */
export interface ConnectionAccess {
  /** Null before the first connection. */
  active(): ActiveConnection | null
  find(connectionId: string): ActiveConnection | null
  /** The connections and regions that lists show together, see `ConnectionSources`. Empty before the first connection. */
  inUse(): readonly Source[]
  /** All that could be shown together. */
  known(): readonly Source[]
  /** A client for a connection and region. Fails when its credentials are missing or unreadable (`sign-in-required`, `vault-unreadable`). */
  client(connectionId: string, region: Region): Promise<Answer<ServiceClient>>
}

/** What the parts of core receive when storage is open. `ended` aborts when the program closes or the data is set aside. */
export interface OpenStorage {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly announcer: Announcer
  readonly connections: ConnectionAccess
  readonly ended: AbortSignal
  /** How the user wants dates, for texts that people read. */
  readonly dateFormat: () => DateFormat
}
