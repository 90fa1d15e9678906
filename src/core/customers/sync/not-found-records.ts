import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'
import type { RecordToSend } from '../changes/open-edits.ts'

/**
 * Records for which the service answered 404. That alone deletes nothing: a gateway or the key of another account gets the same answer.
 * They are left alone until a complete list that began after the answer has them, or lacks them. In memory: after a start they are called
 * again.
 */
export type NotFoundRecords = ReturnType<typeof createNotFoundRecords>

/**
 * `requestList`: called for the first 404 of a record only, so that one record does not cause lists without end. `onDecided`: records that
 * a list has are free again.
 */
export function createNotFoundRecords(
  requestList: (scope: ConnectionRegion) => void,
  onDecided: (scope: ConnectionRegion) => void,
) {
  const waiting = new Map<string, Set<string>>()
  const requested = new Set<string>()
  return {
    add({ customerId, ...scope }: RecordToSend): void {
      const key = scopeKey(scope)
      waiting.set(key, (waiting.get(key) ?? new Set()).add(customerId))
      if (requested.has(`${key} ${customerId}`)) return
      requested.add(`${key} ${customerId}`)
      requestList(scope)
    },
    has: ({ customerId, ...scope }: RecordToSend): boolean => waiting.get(scopeKey(scope))?.has(customerId) ?? false,
    of: (scope: ConnectionRegion): readonly string[] => [...(waiting.get(scopeKey(scope)) ?? [])],
    /** A list has decided about them. */
    remove(scope: ConnectionRegion, ids: readonly string[]): void {
      for (const id of ids) waiting.get(scopeKey(scope))?.delete(id)
      if (ids.length > 0) onDecided(scope)
    },
  }
}
