import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { z } from 'zod'
import { EditableField } from '../../../contract/customers.ts'
import type { Database } from '../../database/database.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import type { EditableFields } from '../cache/customer-columns.ts'
import type { Edit } from './edit-journal.ts'
import { isSameValue } from '../editing/conflict.ts'

/** A value of ours that a newer record no longer holds. */
export interface UndoneValue {
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  /**
   * `straggler`: the record holds an earlier value of this PC, whose call was given up as lost and arrived behind the one that counts.
   * `race`: somebody saved within the same moments, and cannot have seen ours.
   */
  readonly is: 'straggler' | 'race'
}

type SeenRecord = EditableFields & { readonly id: string; readonly lastUpdated: string }

/**
 * What was saved a little while ago. The interface knows no conditional PATCH: between the reading of a record and its change another
 * program can come in between, and a call whose answer was lost can arrive late. Neither is to pass unseen.
 */
export interface SavedValues {
  /** `left`: values of the edit whose arrival is not known. */
  keep(edit: Edit, left: readonly (string | null)[], record: RemoteCustomer, now: Date): void
  /** Earlier values of a field that may still arrive. */
  staleOf(scope: ConnectionRegion, customerId: string, field: EditableField): readonly (string | null)[]
  undoneBy(scope: ConnectionRegion, records: readonly SeenRecord[], now: Date): UndoneValue[]
  forget(scope: ConnectionRegion, customerId: string, field: EditableField): void
  forgetConnection(connectionId: string): void
}

/** How long a call may be on its way after it was given up: longer than any time-out of the calls. */
const watchedMs = 300_000
/** Who saves so soon after us cannot have had our record before him. */
const sameMomentMs = 5_000

interface SavedColumns {
  readonly field: string
  readonly value: string | null
  readonly last_updated: string
  readonly stale: string
}

const Stale = z.array(z.string().nullable())
const ours = 'connection_id = ? AND region = ?'

export function createSavedValues(database: Database): SavedValues {
  const here = (scope: ConnectionRegion): [string, string] => [scope.connectionId, scope.region]
  const staleOf = (scope: ConnectionRegion, customerId: string, field: EditableField): readonly (string | null)[] => {
    const found = database.get<{ stale: string }>(
      `SELECT stale FROM customer_saved WHERE ${ours} AND customer_id = ? AND field = ?`,
      [...here(scope), customerId, field],
    )
    return found ? Stale.parse(JSON.parse(found.stale)) : []
  }
  return {
    keep({ scope, customerId, field }, left, record, now) {
      const stale = [...new Set([...staleOf(scope, customerId, field), ...left])]
      database.run('DELETE FROM customer_saved WHERE until < ?', [now.toISOString()])
      database.run(
        `INSERT INTO customer_saved (connection_id, region, customer_id, field, value, last_updated, stale, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET value = excluded.value, last_updated = excluded.last_updated, stale = excluded.stale, until = excluded.until`,
        [
          ...here(scope),
          customerId,
          field,
          record[field],
          record.lastUpdated,
          JSON.stringify(stale),
          new Date(now.getTime() + watchedMs).toISOString(),
        ],
      )
    },
    staleOf,
    undoneBy(scope, records, now) {
      if (!database.get('SELECT 1 FROM customer_saved LIMIT 1')) return []
      const undone: UndoneValue[] = []
      for (const record of records) {
        const watched = database.all<SavedColumns>(
          `SELECT * FROM customer_saved WHERE ${ours} AND customer_id = ? AND until >= ?`,
          [...here(scope), record.id, now.toISOString()],
        )
        undone.push(...watched.flatMap((columns) => weigh(scope, columns, record)))
      }
      return undone
    },
    forget(scope, customerId, field) {
      database.run(`DELETE FROM customer_saved WHERE ${ours} AND customer_id = ? AND field = ?`, [
        ...here(scope),
        customerId,
        field,
      ])
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM customer_saved WHERE connection_id = ?', [connectionId])
    },
  }
}

function weigh(scope: ConnectionRegion, columns: SavedColumns, record: SeenRecord): UndoneValue[] {
  const field = EditableField.parse(columns.field)
  const holds = (value: string | null): boolean => isSameValue(field, record[field], value, scope.region)
  const sinceMs = Date.parse(record.lastUpdated) - Date.parse(columns.last_updated)
  if (holds(columns.value) || sinceMs < 0) return []
  const found = { customerId: record.id, field, value: columns.value }
  if (Stale.parse(JSON.parse(columns.stale)).some(holds)) return [{ ...found, is: 'straggler' }]
  return sinceMs <= sameMomentMs ? [{ ...found, is: 'race' }] : []
}
