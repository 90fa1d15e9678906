import { withIds } from '../cache/sql-condition.ts'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DomainHandlers } from '../../../contract/methods.ts'
import { currentScope } from '../../connections/connection-region.ts'
import type { HandlerContext } from './handler-context.ts'

type BinMethod = 'delete' | 'retryDeletions' | 'dropDeletions' | 'bin' | 'restore' | 'emptyBin'

/** Records that are added to the deletion queue in one statement. */
const deleteBatchSize = 1_000

/** Deletions, the bin, and restoring from it. */
export function createBinHandlers(context: HandlerContext): Pick<DomainHandlers<'customers', AbortSignal>, BinMethod> {
  const { storage, parts } = context
  const { bin, cache, deletions, sender } = parts

  return {
    async delete({ selection }) {
      const scope = context.scope()
      const ids = context.selectedIds(scope, selection)
      const at = storage.clock.now().toISOString()
      let deleting = 0
      try {
        for (let first = 0; first < ids.length; first += deleteBatchSize) {
          deleting += deletions.add(withIds(scope, ids.slice(first, first + deleteBatchSize)), at)
          await yieldToEventLoop()
        }
      } finally {
        context.notifyAndSend(scope)
      }
      return { deleting }
    },

    async retryDeletions() {
      const scope = context.scope()
      deletions.retryFailed(scope)
      sender.sendNow(scope.connectionId)
      context.notifyAndSend(scope)
      return context.status(scope)
    },

    async dropDeletions() {
      const scope = context.scope()
      deletions.discardFailed(scope)
      context.notifyAndSend(scope)
      return context.status(scope)
    },

    async bin({ search, offset, limit }) {
      const scope = currentScope(storage)
      if (!scope) return { total: 0, records: [] }
      const { total, entries } = bin.page(scope, search, { offset, limit })
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

    async emptyBin({ ids }) {
      const scope = context.scope()
      const removed = bin.empty(scope, ids)
      context.notify(scope)
      return { removed }
    },
  }
}
