import { CustomerFilter } from '../../../contract/customer-filter.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import { shownScope } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import { customerMessages } from '../customer-messages.ts'
import type { HandlerContext } from './handler-context.ts'

/** Deletions, the bin, and restoring from it. */
export function createBinHandlers(context: HandlerContext) {
  const { storage, parts } = context
  const { bin, cache, deletions, sender } = parts

  return {
    async delete({ selection, holdMs = 0 }) {
      const scope = context.scope()
      const at = storage.clock.now().toISOString()
      try {
        const ids = await context.selectedIds(scope, selection)
        return { deleting: await parts.editing.delete(scope, ids, { at, holdMs }) }
      } finally {
        context.notifyAndSend(scope)
      }
    },

    takeResumedDeletions: async () => ({ customers: deletions.takeResumed() }),

    async retryDeletions() {
      const scope = context.scope()
      await deletions.retryFailed(scope, storage.ended)
      sender.sendNow(scope.connectionId)
      context.notifyAndSend(scope)
      return context.status(scope)
    },

    async dropDeletions() {
      const scope = context.scope()
      await deletions.discardFailed(scope, storage.ended)
      context.notifyAndSend(scope)
      return context.status(scope)
    },

    async bin({ search, offset, limit }) {
      const scope = shownScope(storage)
      const mustSearchList = search.trim() !== '' && deletions.counts(scope).pending > 0
      const found = mustSearchList
        ? await context.selectedIds(scope, { by: 'filter', filter: CustomerFilter.parse({ search }) })
        : []
      const { total, entries } = bin.page(scope, search, found, { offset, limit })
      const present = context.present(scope)
      return {
        total,
        records: entries.flatMap(({ record, customerId, deletedAt, pending, restoreUploadId }) => {
          const found = record ?? cache.find(scope, customerId)
          return found ? [{ customer: present(found), deletedAt, pending, restoreUploadId }] : []
        }),
      }
    },

    async restore({ ids }) {
      const scope = context.scope()
      const started = await parts.restores.start(scope, ids)
      context.notify(scope)
      return started
    },

    async emptyBin({ ids, most }) {
      const scope = context.scope()
      if (ids === null && most !== undefined) {
        const count = bin.deletedIds(scope).length
        if (count > most) {
          const { message, ...other } = customerMessages.binChanged(count, most)
          fail('conflict', message, other)
        }
      }
      const removed = await bin.empty(scope, ids, storage.ended)
      context.notify(scope)
      return { removed }
    },
  } satisfies Partial<DomainHandlers<'customers', AbortSignal>>
}
