import { formatDate } from '../../ui/format.ts'
import { customerTitle } from './customer-cells.ts'
import { customersText } from './customers-text.ts'
import type { SavedEdit } from './useCustomerEdits.ts'

const { consequences: text } = customersText

/**
 * What an edit does beyond its cell, as a sentence; null: nothing. The service deletes a customer on its expiry date (interface, part 3,
 * rule 6), and a number is marked for everybody who has it.
 */
export function editConsequence({ before, after, field }: SavedEdit): string | null {
  const name = customerTitle(after)
  if (field === 'expiryDate') {
    const pending = after.edits.find((edit) => edit.field === field && edit.state === 'pending')
    const date = pending ? pending.value : after.expiryDate
    return date === null || date === before.expiryDate ? null : text.expires(name, formatDate(date))
  }
  if (field !== 'mobileNumber' || before.doNotContact === after.doNotContact) return null
  return after.doNotContact ? text.forbidden(name) : text.allowed(name)
}
