import type { EditableField } from '../../../contract/customer-record.ts'
import type { ManyChange } from '../../../contract/customer-changes.ts'
import { customersText } from './customers-text.ts'

export interface ManyChangeForm {
  /** Empty until the user has chosen. */
  kind: 'extend' | 'shift' | 'set' | 'clear' | ''
  field: EditableField | null
  dateField: 'saleDate' | 'expiryDate' | null
  value: string
  /** A whole number, as typed. */
  amount: string
  unit: 'years' | 'months'
}

/** The limits of the contract. */
const maxShift = { years: 50, months: 600 }

/** The change that the form describes; null while a value is missing or not valid. */
export function toManyChange(form: ManyChangeForm): ManyChange | null {
  switch (form.kind) {
    case 'extend':
      return { do: 'move-date', field: 'expiryDate', years: 1, months: 0 }
    case 'shift': {
      const amount = Number(form.amount)
      if (
        form.dateField === null ||
        !Number.isInteger(amount) ||
        amount === 0 ||
        Math.abs(amount) > maxShift[form.unit]
      )
        return null
      const [years, months] = form.unit === 'years' ? [amount, 0] : [0, amount]
      return { do: 'move-date', field: form.dateField, years, months }
    }
    case 'set':
      return form.field === null || form.value.trim() === ''
        ? null
        : { do: 'set', field: form.field, value: form.value.trim() }
    case 'clear':
      return form.field === null ? null : { do: 'set', field: form.field, value: '' }
    case '':
      return null
  }
}

/** Whether customers get a date on which the service deletes them. */
export const setsExpiry = ({ kind, field, dateField }: ManyChangeForm): boolean =>
  kind === 'extend' || (kind === 'shift' && dateField === 'expiryDate') || (kind === 'set' && field === 'expiryDate')

/** What is missing before the change can be made, as a sentence; null when nothing is. */
export function missingInForm(form: ManyChangeForm): string | null {
  const { editMany: text } = customersText
  if (form.kind === '') return text.chooseKind
  if (toManyChange(form)) return null
  const field = form.kind === 'shift' ? form.dateField : form.field
  if (field === null) return text.chooseField
  return form.kind === 'shift' ? text.enterAmount : text.enterValue
}
