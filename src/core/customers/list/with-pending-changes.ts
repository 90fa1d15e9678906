import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Customer } from '../../../contract/customers.ts'
import type { Bin } from '../journal/bin.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import type { DoNotContact } from '../cache/do-not-contact.ts'
import { toCellEdit, type EditJournal } from '../journal/edit-journal.ts'

/** Records as she sees them: what the service does not know is laid over them. */
export interface ShownCustomers {
  /** Lays edits, deletions and who is not to be contacted over records; for many, one after the other. */
  dresser(scope: ConnectionRegion): (customer: Customer) => Customer
  find(scope: ConnectionRegion, id: string): Customer | null
}

export function createShownCustomers(parts: {
  readonly copy: CustomerCache
  readonly edits: EditJournal
  readonly bin: Bin
  readonly doNotContact: DoNotContact
}): ShownCustomers {
  const { copy, edits, bin, doNotContact } = parts
  const dresser: ShownCustomers['dresser'] = (scope) => {
    const { pending, failed, conflicts } = edits.counts(scope)
    const deletions = bin.counts(scope)
    // Mostly there is nothing of a kind: then no record is looked up for it.
    const hasEdits = pending + failed + conflicts > 0
    const hasDeletions = deletions.pending + deletions.failed > 0
    const hasPeople = doNotContact.any(scope)
    return (customer) => {
      const deletion = hasDeletions ? bin.deletion(scope, customer.id) : null
      const waiting = hasEdits ? edits.ofCustomer(scope, customer.id).map(toCellEdit) : []
      return {
        ...customer,
        edits: waiting,
        deleting: deletion && { state: deletion.state, failure: deletion.failure },
        doNotContact: hasPeople && doNotContact.has(scope, { ...customer, edits: waiting }),
      }
    }
  }
  return {
    dresser,
    find(scope, id) {
      const found = copy.get(scope, id)
      return found && dresser(scope)(found)
    },
  }
}
