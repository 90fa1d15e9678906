import { dayMs } from '../../../contract/calendar-date.ts'
import { z } from 'zod'
import { EditableField } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isSameValue, type EditableFields } from '../cache/previous-versions.ts'
import type { Edit } from './open-edits.ts'

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
 * The values that were saved in the last minutes: columns of their changes. The interface has no conditional PATCH, so someone else can save between the reading
 * of a record and its change, and a call whose answer was lost can arrive late. Both must be noticed.
 */
export type RecentSaves = ReturnType<typeof createRecentSaves>

/**
 * How long a call may still arrive, or arrive again: five minutes, and as long again for a slow service. Measured by the
 * service's times, because the clock of the PC may be set meanwhile.
 */
const watchMs = 600_000
/** Someone who saves this soon after this PC cannot have read its value first. */
const raceMs = 5_000

interface SavedColumns {
  readonly field: string
  readonly saved: string | null
  readonly saved_version: string
  readonly late: string
  readonly watched_until: string
}

const watchEnd = (now: Date): string => new Date(now.getTime() + watchMs).toISOString()

const LateValues = z.array(z.string().nullable())

export function createRecentSaves(database: Database) {
  const ofCustomer = (scope: ConnectionRegion, customerId: string): SavedColumns[] =>
    database.all(
      `SELECT field, saved, saved_version, late, watched_until FROM customer_change
       WHERE ${inScope} AND customer_id = ? AND watched_until IS NOT NULL`,
      [...scopeParams(scope), customerId],
    )
  const lateOf = ({ late }: SavedColumns): (string | null)[] => parseJson(LateValues, late)
  const end = 'UPDATE customer_change SET saved = NULL, saved_version = NULL, late = NULL, watched_until = NULL WHERE'
  const remove = (scope: ConnectionRegion, customerId: string, field: EditableField): void => {
    database.run(`${end} ${inScope} AND customer_id = ? AND watched_until IS NOT NULL AND field = ?`, [
      ...scopeParams(scope),
      customerId,
      field,
    ])
  }
  return {
    /** `unconfirmed`: values of the edit that were sent and whose arrival is unknown. */
    add(
      { scope, customerId, field, number }: Edit,
      unconfirmed: readonly (string | null)[],
      record: RemoteCustomer,
      now: Date,
    ): void {
      database.run(
        `${end} (watched_until < ? OR watched_until > ?)
           AND coalesce(julianday(saved_version) < julianday(?) - ?, TRUE)`,
        [now.toISOString(), watchEnd(now), record.lastUpdated, watchMs / dayMs],
      )
      const earlier = ofCustomer(scope, customerId).filter((saved) => saved.field === field)
      // The network may deliver the call of an earlier value a second time, although it was answered.
      const values = [...earlier.flatMap(lateOf), ...earlier.map(({ saved }) => saved), ...unconfirmed]
      const late = [...new Set(values)].filter((value) => value !== record[field])
      remove(scope, customerId, field)
      database.run(
        'UPDATE customer_change SET saved = ?, saved_version = ?, late = ?, watched_until = ? WHERE number = ?',
        [record[field], record.lastUpdated, JSON.stringify(late), watchEnd(now), number],
      )
    },
    /** Earlier values of a field whose calls may still arrive. */
    lateValues: (scope: ConnectionRegion, customerId: string, field: EditableField): readonly (string | null)[] =>
      ofCustomer(scope, customerId)
        .filter((saved) => saved.field === field)
        .flatMap(lateOf),
    overwrittenIn(scope: ConnectionRegion, records: readonly VersionedRecord[], now: Date): OverwrittenValue[] {
      if (!database.get('SELECT 1 FROM customer_change WHERE watched_until IS NOT NULL LIMIT 1')) return []
      return records.flatMap((record) =>
        ofCustomer(scope, record.id).flatMap((saved) => findOverwritten(scope, saved, record, now) ?? []),
      )
    },
    remove,
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
  const sinceMs = Date.parse(record.lastUpdated) - Date.parse(saved.saved_version)
  // The end of the watch is too far away after the clock of the PC was set back.
  const isWatched = Number.isNaN(sinceMs)
    ? saved.watched_until >= now.toISOString() && saved.watched_until <= watchEnd(now)
    : sinceMs >= 0 && sinceMs <= watchMs
  if (hasValue(saved.saved) || !isWatched) return null
  const overwritten = { customerId: record.id, field, value: saved.saved }
  if (parseJson(LateValues, saved.late).some(hasValue)) return { ...overwritten, by: 'late-call' }
  return sinceMs <= raceMs ? { ...overwritten, by: 'race' } : null
}
