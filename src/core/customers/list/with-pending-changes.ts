import type { Customer } from '../../../contract/customers.ts'
import type { Bin } from '../journal/bin.ts'
import type { CopyOf } from '../cache/customer-columns.ts'
import type { CustomerCopy } from '../cache/customer-cache.ts'
import type { DoNotContact } from '../cache/do-not-contact.ts'
import { toCellEdit, type EditJournal } from '../journal/edit-journal.ts'

/** Records as she sees them: what the service does not know is laid over them. */
export interface ShownCustomers {
  /** Lays edits, deletions and who is not to be contacted over records; for many, one after the other. */
  dresser(of: CopyOf): (customer: Customer) => Customer
  find(of: CopyOf, id: string): Customer | null
}

export function createShownCustomers(parts: {
  readonly copy: CustomerCopy
  readonly edits: EditJournal
  readonly bin: Bin
  readonly doNotContact: DoNotContact
}): ShownCustomers {
  const { copy, edits, bin, doNotContact } = parts
  const dresser: ShownCustomers['dresser'] = (of) => {
    const { pending, failed, conflicts } = edits.counts(of)
    const deletions = bin.counts(of)
    // Mostly there is nothing of a kind: then no record is looked up for it.
    const hasEdits = pending + failed + conflicts > 0
    const hasDeletions = deletions.pending + deletions.failed > 0
    const hasPeople = doNotContact.any(of)
    return (customer) => {
      const deletion = hasDeletions ? bin.deletion(of, customer.id) : null
      const waiting = hasEdits ? edits.ofCustomer(of, customer.id).map(toCellEdit) : []
      return {
        ...customer,
        edits: waiting,
        deleting: deletion && { state: deletion.state, failure: deletion.failure },
        doNotContact: hasPeople && doNotContact.has(of, { ...customer, edits: waiting }),
      }
    }
  }
  return {
    dresser,
    find(of, id) {
      const found = copy.get(of, id)
      return found && dresser(of)(found)
    },
  }
}
