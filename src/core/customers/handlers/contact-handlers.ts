import type { Customer } from '../../../contract/customer-record.ts'
import type { DomainHandlers } from '../../../contract/methods.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import { hiddenNumbersOf } from '../contact/hidden-numbers.ts'
import { customerMessages } from '../customer-messages.ts'
import type { HandlerContext } from './handler-context.ts'

/** Who is not to be contacted, and their hidden numbers. */
export function createContactHandlers(context: HandlerContext) {
  const { storage, parts } = context
  const { bin, doNotContact, ledger, reveals, recordsOfPerson, withPendingChanges } = parts
  const nowIso = (): string => storage.clock.now().toISOString()

  /** With its numbers: a record of the list or of the bin. */
  const requireRecord = (scope: ConnectionRegion, id: string): Customer => {
    const deleted = (): Customer | null => {
      const record = bin.find(scope, id)
      return record && withPendingChanges.decorator(scope)(record)
    }
    return withPendingChanges.find(scope, id) ?? deleted() ?? fail('not-found', customerMessages.notInList)
  }

  return {
    async setDoNotContact({ id, doNotContact: isForbidden, undo = false }) {
      const scope = context.scope()
      const customer = withPendingChanges.find(scope, id) ?? fail('not-found', customerMessages.notInList)
      if (customer.doNotContact !== isForbidden) {
        await parts.lists.ready(scope)
        const people = recordsOfPerson(scope, customer)
        storage.database.transaction(() => {
          if (isForbidden) doNotContact.add(scope, customer, nowIso())
          else doNotContact.remove(scope, people, undo ? 'own' : 'all')
          if (!isForbidden || undo) parts.contactAllowed.emit({ scope, people, isUndone: isForbidden })
        })
        context.notify(scope)
      }
      return context.requireCustomer(scope, id)
    },

    async revealMobile({ id, source }) {
      const scope = source ?? context.scope()
      const customer = requireRecord(scope, id)
      const { mobileNumber, others } = hiddenNumbersOf(customer)
      const edits = !customer.doNotContact
        ? []
        : ledger.edits
            .ofCustomer(scope, id)
            .filter(({ field }) => field === 'mobileNumber')
            .map(({ id: editId, before, value, elsewhere }) => ({ editId, before, value, elsewhere }))
      const shown = [mobileNumber, ...Object.values(others), ...edits.flatMap((edit) => [edit.value, edit.elsewhere])]
      // Logged before it is shown: a number that could not be logged stays hidden.
      if (shown.some((number) => number !== null)) {
        reveals.add(scope, 'shown', [id], nowIso())
        parts.announce()
      }
      return { mobileNumber, otherNumbers: others, edits }
    },

    async copyNumbers({ ids }) {
      const scope = context.scope()
      const found = [...new Set(ids)].flatMap((id) => withPendingChanges.find(scope, id) ?? [])
      context.logReveals(scope, found)
      return {
        customers: found.flatMap((customer) => {
          const numbers = numbersByColumn(customer)
          return Object.keys(numbers).length > 0 ? [{ id: customer.id, numbers }] : []
        }),
      }
    },
  } satisfies Partial<DomainHandlers<'customers', AbortSignal>>
}

function numbersByColumn(customer: Customer): Record<string, string> {
  const { mobileNumber, others } = hiddenNumbersOf(customer)
  return { ...(mobileNumber === null ? {} : { mobileNumber }), ...others }
}
