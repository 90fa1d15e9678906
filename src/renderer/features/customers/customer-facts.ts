import type { Customer } from '../../../contract/customer-record.ts'
import { formatDate, formatMobile, formatMoment, formatPlate } from '../../ui/format.ts'
import { additionalText, editText, isHiddenField, vehicleSource } from './customer-cells.ts'
import { fieldKey } from './customer-columns.ts'
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
export function customerFacts(customer: Customer): Fact[] {
  const { columns } = customersText
  return [
    { name: columns.rego, value: [formatPlate(customer.rego), customer.state].filter(Boolean).join(' ') },
    { name: columns.vin, value: customer.vin ?? '' },
    { name: columns.vehicleTitle, value: customer.vehicle?.title ?? '', note: vehicleSource(customer) },
    {
      name: columns.mobileNumber,
      value: formatMobile(customer.mobileNumber),
      ...hiddenIn(customer, 'mobileNumber'),
    },
    { name: columns.saleDate, value: formatDate(customer.saleDate) },
    { name: columns.expiryDate, value: formatDate(customer.expiryDate) },
    { name: columns.lastUpdated, value: formatMoment(customer.lastUpdated) },
  ]
}

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
