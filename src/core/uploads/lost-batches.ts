import type { BatchComparison } from '../../contract/uploads.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Clock } from '../ports/clock.ts'
import type { RowResult } from './batch-results.ts'
import type { Journal } from './journal.ts'
import type { OpenRow } from './journal-rows.ts'
import { matchRows, type MatchedCustomer } from './matching.ts'
import type { UploadTiming } from './timing.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import { batchKey } from './upload-steps.ts'

/** Batches without references whose answer was lost: their rows are matched with the customer list by plate, VIN and name. */
export type LostBatches = ReturnType<typeof createLostBatches>

export interface LostBatchesParts {
  readonly clock: Clock
  readonly journal: Journal
  readonly timing: Pick<UploadTiming, 'listPatienceMs'>
  /** The customers in the local list, in its order. */
  listed(scope: ConnectionRegion): Iterable<MatchedCustomer>
}

/** The most rows that are shown; the sums count all. */
const mostShown = 500

export function createLostBatches({ clock, journal, timing, listed }: LostBatchesParts) {
  /** How many rows were found by each batch's last comparison, and since when it is so many. */
  const comparisons = new Map<string, { readonly found: number; readonly sinceMs: number }>()

  const match = (upload: UploadRecord, batch: number) => {
    const rows = journal.openRows(upload.id, batch)
    const others = journal.customerIds(upload.id)
    const customers = [...listed(upload)].filter(({ id }) => !others.has(id))
    const matched = matchRows(rows, customers, upload.id)
    return { rows, matched, byId: new Map(customers.map((customer) => [customer.id, customer])) }
  }

  const recommend = (key: string, rows: readonly OpenRow[], found: number): BatchComparison['recommendation'] => {
    const nowMs = clock.monotonicMs()
    const before = comparisons.get(key)
    const sinceMs = before?.found === found ? before.sinceMs : nowMs
    comparisons.set(key, { found, sinceMs })
    if (found === rows.length) return 'arrived'
    if (nowMs - sinceMs < timing.listPatienceMs) return 'later'
    return found > 0 ? 'arrived' : 'not-arrived'
  }

  return {
    /** The rows of the batch beside the customers that the local list has for them, with a recommendation. */
    compare(upload: UploadRecord, batch: number): BatchComparison {
      const { rows, matched, byId } = match(upload, batch)
      const recommendation = recommend(batchKey(upload.id, batch), rows, matched.size)
      return {
        total: rows.length,
        found: matched.size,
        recommendation,
        reason: uploadMessages.recommendations[recommendation](matched.size, rows.length),
        rows: rows.slice(0, mostShown).map(({ row, input }) => {
          const customer = byId.get(matched.get(row) ?? '')
          return {
            row,
            rego: input.rego ?? null,
            vin: input.vin ?? null,
            clientName: input.client_name ?? null,
            customer: customer
              ? { id: customer.id, rego: customer.rego, vin: customer.vin, clientName: customer.clientName }
              : null,
          }
        }),
      }
    },

    /** The results of the rows when the batch has arrived. Those without a customer have none: nothing says why. */
    results(upload: UploadRecord, batch: number): RowResult[] {
      const { rows, matched } = match(upload, batch)
      return rows.map(({ row }): RowResult => {
        const customerId = matched.get(row) ?? null
        return customerId === null
          ? { row, outcome: null, reason: uploadMessages.reasons.notFound, customerId }
          : { row, outcome: 'accepted', reason: null, customerId }
      })
    },
  }
}
