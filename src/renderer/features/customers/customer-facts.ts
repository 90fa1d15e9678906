import type { Customer } from '../../../contract/customers.ts'
import { formatDate, formatMobile, formatMoment, formatPlate } from '../../ui/format.ts'
import { additionalText, editText } from './customer-cells.ts'
import { customersText } from './customers-text.ts'

export interface Fact {
  readonly name: string
  /** Empty when it is not provided. */
  readonly value: string
}

/** The fields of a record for its details. */
export function customerFacts(customer: Customer): Fact[] {
  const { cell, columns, details } = customersText
  return [
    { name: columns.rego, value: [formatPlate(customer.rego), customer.state].filter(Boolean).join(' ') },
    { name: columns.vin, value: customer.vin ?? '' },
    { name: columns.vehicleTitle, value: customer.vehicle?.title ?? '' },
    {
      name: columns.mobileNumber,
      value: customer.hiddenNumbers.includes('mobileNumber') ? cell.hidden : formatMobile(customer.mobileNumber),
    },
    { name: columns.saleDate, value: formatDate(customer.saleDate) },
    { name: columns.expiryDate, value: formatDate(customer.expiryDate) },
    { name: columns.lastUpdated, value: formatMoment(customer.lastUpdated) },
    { name: details.recordId, value: customer.id },
  ]
}

export const additionalFacts = (customer: Customer): Fact[] =>
  Object.entries(customer.additionalFields).map(([name, value]) => ({ name, value: additionalText(value) }))

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
    const change = editText(edit)
    const notice = { id: edit.editId, isConflict: edit.state === 'conflict' }
    if (edit.state === 'pending') return { ...notice, tone: 'info', text: text.pending(change) }
    if (edit.state === 'conflict') return { ...notice, tone: 'warning', text: text.conflict(change) }
    return { ...notice, tone: 'error', text: text.failed(change, edit.failure?.message ?? '') }
  })
}
