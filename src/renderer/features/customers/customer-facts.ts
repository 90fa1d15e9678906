import type { Customer } from '../../../contract/customer-record.ts'
import { customerColumns, fieldKey, recordColumns } from '../../../contract/customer-columns.ts'
import { additionalText, editText, isHiddenField } from './customer-cells.ts'
import { customerFields, formatValue } from './customer-fields.ts'
import { customersText } from './customers-text.ts'

export interface Fact {
  readonly name: string
  /** Empty when it is not provided. */
  readonly value: string
  /** Where the value comes from. */
  readonly note?: string
  /** The key of a hidden number in `hiddenNumbers`. */
  readonly hidden?: string
}

const hiddenIn = ({ hiddenNumbers }: Customer, key: string): Pick<Fact, 'hidden'> =>
  hiddenNumbers.includes(key) ? { hidden: key } : {}

/** The fields of a record for its details. */
export const customerFacts = (customer: Customer): Fact[] =>
  recordColumns.flatMap((key) => {
    const { details } = customerFields[key]
    if (details === 'elsewhere') return []
    const { title, kind, value } = customerColumns[key]
    const shown = details === 'value' ? { value: formatValue(kind, value(customer)) } : details(customer)
    return [{ name: title, ...shown, ...hiddenIn(customer, key) }]
  })

export const additionalFacts = (customer: Customer): Fact[] =>
  Object.entries(customer.additionalFields).map(([name, value]) => ({
    name,
    value: additionalText(value),
    ...hiddenIn(customer, fieldKey(name)),
  }))

export interface EditNotice {
  readonly id: string
  readonly tone: 'info' | 'warning' | 'error'
  readonly text: string
  readonly isConflict: boolean
}

/** One notice for each edit of the record that is not saved yet. */
export function editNotices(customer: Customer): EditNotice[] {
  const { details: text } = customersText
  return customer.edits.map((edit) => {
    const change = editText(edit, isHiddenField(customer, edit.field))
    const notice = { id: edit.editId, isConflict: edit.state === 'conflict' }
    if (edit.state === 'pending') return { ...notice, tone: 'info', text: text.pending(change) }
    if (edit.state === 'conflict') return { ...notice, tone: 'warning', text: text.conflict(change) }
    return { ...notice, tone: 'error', text: text.failed(change, edit.failure?.message ?? '') }
  })
}
