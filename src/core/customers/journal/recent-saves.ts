import { dayMs } from '../../../contract/calendar-date.ts'
import { z } from 'zod'
import { EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isSameValue, type EditableFields } from '../cache/previous-versions.ts'
import type { Edit } from './edit-journal.ts'

/** A value saved by this PC that a newer version of the record no longer has. */
export interface OverwrittenValue {
  readonly customerId: string
  readonly field: EditableField
  readonly value: string | null
  /**
   * `late-call`: by an earlier value of this PC, whose call was treated as lost and arrived after the later one.
   * `race`: by someone who saved within the same moments and cannot have seen this PC's value.
   */
  readonly by: 'late-call' | 'race'
}

export type VersionedRecord = EditableFields & { readonly id: string; readonly lastUpdated: string }

/**
 * The values that were saved in the last minutes. The interface has no conditional PATCH, so someone else can save between the reading
 * of a record and its change, and a call whose answer was lost can arrive late. Both must be noticed.
 */
export interface RecentSaves {
  /** `unconfirmed`: values of the edit that were sent and whose arrival is unknown. */
  add(edit: Edit, unconfirmed: readonly (string | null)[], record: RemoteCustomer, now: Date): void
  /** Earlier values of a field whose calls may still arrive. */
  lateValues(scope: ConnectionRegion, customerId: string, field: EditableField): readonly (string | null)[]
  overwrittenIn(scope: ConnectionRegion, records: readonly VersionedRecord[], now: Date): OverwrittenValue[]
  remove(scope: ConnectionRegion, customerId: string, field: EditableField): void
}

/**
 * How long a call may still arrive, or arrive again: five minutes, and as long again for a slow service. Measured by the
 * service's times, because the clock of the PC may be set meanwhile.
 */
const watchMs = 600_000
/** Someone who saves this soon after this PC cannot have read its value first. */
const raceMs = 5_000

interface SavedColumns {
  readonly field: string
  readonly value: string | null
  readonly last_updated: string
  readonly stale: string
  readonly until: string
}

const watchEnd = (now: Date): string => new Date(now.getTime() + watchMs).toISOString()

const LateValues = z.array(z.string().nullable())

export function createRecentSaves(database: Database): RecentSaves {
  const lateValues: RecentSaves['lateValues'] = (scope, customerId, field) => {
    const found = database.get<{ stale: string }>(
      `SELECT stale FROM customer_saved WHERE ${inScope} AND customer_id = ? AND field = ?`,
      [...scopeParams(scope), customerId, field],
    )
    return found ? parseJson(LateValues, found.stale) : []
  }
  const savedValues = (scope: ConnectionRegion, customerId: string, field: EditableField): (string | null)[] =>
    database
      .all<{ value: string | null }>(
        `SELECT value FROM customer_saved WHERE ${inScope} AND customer_id = ? AND field = ?`,
        [...scopeParams(scope), customerId, field],
      )
      .map(({ value }) => value)
  return {
    add({ scope, customerId, field }, unconfirmed, record, now) {
      database.run(
        `DELETE FROM customer_saved WHERE (until < ? OR until > ?)
           AND coalesce(julianday(last_updated) < julianday(?) - ?, TRUE)`,
        [now.toISOString(), watchEnd(now), record.lastUpdated, watchMs / dayMs],
      )
      // The network may deliver the call of an earlier value a second time, although it was answered.
      const late = [
        ...new Set([...lateValues(scope, customerId, field), ...savedValues(scope, customerId, field), ...unconfirmed]),
      ].filter((value) => value !== record[field])
      database.run(
        `INSERT INTO customer_saved (connection_id, region, customer_id, field, value, last_updated, stale, until) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET value = excluded.value, last_updated = excluded.last_updated, stale = excluded.stale, until = excluded.until`,
        [
          ...scopeParams(scope),
          customerId,
          field,
          record[field],
          record.lastUpdated,
          JSON.stringify(late),
          watchEnd(now),
        ],
      )
    },
    lateValues,
    overwrittenIn(scope, records, now) {
      if (!database.get('SELECT 1 FROM customer_saved LIMIT 1')) return []
      return records.flatMap((record) =>
        database
          .all<SavedColumns>(`SELECT * FROM customer_saved WHERE ${inScope} AND customer_id = ?`, [
            ...scopeParams(scope),
            record.id,
          ])
          .flatMap((saved) => findOverwritten(scope, saved, record, now) ?? []),
      )
    },
    remove(scope, customerId, field) {
      database.run(`DELETE FROM customer_saved WHERE ${inScope} AND customer_id = ? AND field = ?`, [
        ...scopeParams(scope),
        customerId,
        field,
      ])
    },
  }
}

function findOverwritten(
  scope: ConnectionRegion,
  saved: SavedColumns,
  record: VersionedRecord,
  now: Date,
): OverwrittenValue | null {
  const field = EditableField.parse(saved.field)
  const hasValue = (value: string | null): boolean => isSameValue(field, record[field], value, scope.region)
  const sinceMs = Date.parse(record.lastUpdated) - Date.parse(saved.last_updated)
  // The end of the watch is too far away after the clock of the PC was set back.
  const isWatched = Number.isNaN(sinceMs)
    ? saved.until >= now.toISOString() && saved.until <= watchEnd(now)
    : sinceMs >= 0 && sinceMs <= watchMs
  if (hasValue(saved.value) || !isWatched) return null
  const overwritten = { customerId: record.id, field, value: saved.value }
  if (parseJson(LateValues, saved.stale).some(hasValue)) return { ...overwritten, by: 'late-call' }
  return sinceMs <= raceMs ? { ...overwritten, by: 'race' } : null
}
