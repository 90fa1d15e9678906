import { addMonths } from '../../../contract/calendar-date.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import { assertNever } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { EditReader } from '../journal/edit-journal.ts'
import { validateEdit, type EditRules } from './validate-edit.ts'

/** The value that a bulk change gives a record; `unchanged` if it has no date to move. Fails like `validateEdit`. */
export function bulkValue(
  edits: EditReader,
  scope: ConnectionRegion,
  customer: Customer,
  change: ManyChange,
  rules: EditRules,
): { readonly value: string | null } | 'unchanged' {
  switch (change.do) {
    case 'set':
      return { value: validateEdit(change.field, change.value, rules) }
    case 'move-date': {
      const pending = edits.findByField(scope, customer.id, change.field)
      const date = pending?.state === 'pending' ? pending.value : customer[change.field]
      if (date === null || !/^\d{4}-\d{2}-\d{2}$/.test(date)) return 'unchanged'
      return { value: validateEdit(change.field, addMonths(date, change.years * 12 + change.months), rules) }
    }
    default:
      return assertNever(change)
  }
}
