import { createCustomerCache, type CustomerCache } from '../../../../../src/core/customers/cache/customer-cache.ts'
import { createCustomerEdits, type CustomerEdits } from '../../../../../src/core/customers/changes/customer-edits.ts'
import type { EditRules } from '../../../../../src/core/customers/changes/record-edit.ts'
import { createDeletionQueue, type DeletionQueue } from '../../../../../src/core/customers/changes/deletion-queue.ts'
import { createChangeLedger, type ChangeLedger } from '../../../../../src/core/customers/changes/change-ledger.ts'
import type { Database } from '../../../../../src/core/database/database.ts'

export const scope = { connectionId: 'c', region: 'au' } as const
export const rules: EditRules = { region: 'au', mobileForm: 'national', today: '2026-11-22' }
/** More than three batches. */
export const customerIds = Array.from({ length: 170 }, (_, index) => `customer-${String(index).padStart(3, '0')}`)

/** The editing of customers alone: nothing is sent. */
export function editsOf(
  database: Database,
): CustomerEdits & { readonly ledger: ChangeLedger; readonly cache: CustomerCache; readonly deletions: DeletionQueue } {
  const log = { write: () => undefined }
  const cache = createCustomerCache(database)
  const clock = {
    now: () => new Date('2026-11-22T00:00:00Z'),
    monotonicMs: () => 0,
    uptimeMs: () => 0,
    sleep: () => Promise.resolve(),
  }
  const ledger = createChangeLedger(database, clock)
  const deletions = createDeletionQueue(database, cache, clock)
  const { signal: ended } = new AbortController()
  const parts = {
    database,
    cache,
    ledger,
    deletions,
    ended,
    isDoNotContact: () => false,
    dateFormat: () => 'region' as const,
    restoreAsked: () => Promise.resolve(),
  }
  return { ...createCustomerEdits(parts, { log, onContinued: () => undefined }), ledger, cache, deletions }
}
