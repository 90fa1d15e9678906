import type { EditableField, ManyChange } from '../../../contract/customers.ts'

/** What the dialog "Edit customers" has entered. */
export interface ManyChangeForm {
  kind: 'extend' | 'shift' | 'set' | 'clear'
  field: EditableField
  dateField: 'saleDate' | 'expiryDate'
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
      if (!Number.isInteger(amount) || amount === 0 || Math.abs(amount) > maxShift[form.unit]) return null
      const [years, months] = form.unit === 'years' ? [amount, 0] : [0, amount]
      return { do: 'move-date', field: form.dateField, years, months }
    }
    case 'set':
      return form.value.trim() === '' ? null : { do: 'set', field: form.field, value: form.value.trim() }
    case 'clear':
      return { do: 'set', field: form.field, value: '' }
  }
}
