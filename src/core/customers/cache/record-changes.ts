import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { NumberedPackedRecord } from '../packed/packed-list.ts'
import type { AppendedBlock } from './stored-blocks.ts'

/** A record with its number in the cache. New records have higher numbers than all others of their scope. */
export interface NumberedRecord {
  readonly number: number
  readonly record: RemoteCustomer
}

/** A record that was saved, also as the list has it. */
export interface SavedRecord extends NumberedRecord, NumberedPackedRecord {}

/** What a transaction has changed in the cache. */
export type RecordChange =
  | {
      readonly kind: 'changed'
      readonly scope: ConnectionRegion
      /** New records, and the new versions of others. */
      readonly saved: readonly SavedRecord[]
      /** The numbers of records that left the cache. */
      readonly removed: readonly number[]
      /** New records behind all others, which are not among `saved`. */
      readonly appended: readonly AppendedBlock[]
      /** Those of them that have a sighting. */
      readonly sighted: readonly NumberedRecord[]
    }
  /** All records of a connection left the cache, in all regions. */
  | { readonly kind: 'forgotten'; readonly connectionId: string }

export const removal = (scope: ConnectionRegion, removed: readonly number[]): RecordChange => ({
  kind: 'changed',
  scope,
  saved: [],
  removed,
  appended: [],
  sighted: [],
})

/** Tells what changed in the cache, once it is committed. */
export interface RecordChanges {
  /** Call it within the transaction. Listeners hear nothing of what is rolled back. */
  add(change: RecordChange): void
  /** Calls `listener` after each commit, in the order of the changes. Returns the function that stops listening. */
  listen(listener: (change: RecordChange) => void): () => void
}

export function createRecordChanges(database: Pick<Database, 'afterCommit'>): RecordChanges {
  const listeners = new Set<(change: RecordChange) => void>()
  return {
    add(change) {
      database.afterCommit(() => {
        for (const listener of listeners) listener(change)
      })
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
