import { forwardHandlers, withHandlers } from '../../contract/methods.ts'
import type { OpenStorage } from '../open-storage.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import type { BulkLookups, BulkLookupsNeeds } from './bulk-lookups.ts'

/** Bulk look-ups, loaded when they are first used, or at the start when one was interrupted. */
export function createLateBulkLookups(storage: OpenStorage, needs: BulkLookupsNeeds): BulkLookups {
  const { database, log } = storage
  const part = createLatePart(
    async () => (await import('./bulk-lookups.ts')).createBulkLookups(storage, needs),
    ({ life }) => life,
    { log, failure: 'bulkLookups.notLoaded' },
  )
  const isInterrupted = (): boolean =>
    database.get(
      `SELECT 1 FROM bulk_lookup WHERE state = 'running'
         OR EXISTS (SELECT 1 FROM bulk_lookup_item WHERE job_id = bulk_lookup.id AND status = 'asking') LIMIT 1`,
    ) !== undefined

  const handlers = forwardHandlers<{ bulkLookups: BulkLookups }, 'bulkLookups', AbortSignal>(
    'bulkLookups',
    async () => ({
      bulkLookups: await part.load(),
    }),
  )
  return withHandlers(handlers, {
    life: {
      start() {
        part.start(isInterrupted())
      },
      close: part.close,
    },
    retryNow: () => part.loaded()?.retryNow(),
    forgetConnection(connectionId) {
      const loaded = part.loaded()
      if (loaded) loaded.forgetConnection(connectionId)
      else database.run('DELETE FROM bulk_lookup WHERE connection_id = ?', [connectionId])
    },
  })
}
