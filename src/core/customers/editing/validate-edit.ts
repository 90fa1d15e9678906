import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import type { EditableField } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { assertNever } from '../../../contract/result.ts'
import { fail } from '../../failures/failure-error.ts'
import type { CheckedCell } from '../../fields/checked-cell.ts'
import { checkDate } from '../../fields/date.ts'
import { checkMobile, mobileForSending } from '../../fields/mobile.ts'
import { joinName } from '../../fields/name.ts'
import { customerMessages } from '../customer-messages.ts'
import { type DateFormat } from '../../../contract/calendar-date.ts'

export interface EditRules {
  readonly region: Region
  readonly mobileForm: AdvancedSettings['mobileForm']
  /** YYYY-MM-DD. */
  readonly today: string
  /** Of dates in messages; as the region writes them by default. */
  readonly dateFormat?: DateFormat
}

/**
 * Validates a typed value by the rules of the import and returns it as it is sent. An empty text clears the field: null (interface,
 * part 4, rule 2). Fails with `invalid-input` and the rule's message if the value can't be sent: a typed value is never ignored.
 */
export function validateEdit(field: EditableField, typed: string, rules: EditRules): string | null {
  const text = typed.trim()
  if (text === '') return null
  const checked = check(field, text, rules)
  const error = checked.issues.find(({ severity }) => severity === 'error')
  if (error || checked.value === '') {
    const issue = error ?? checked.issues[0]
    fail('invalid-input', issue?.message ?? customerMessages.invalidValue(text), {
      kept: customerMessages.nothingChanged,
    })
  }
  return field === 'mobileNumber' ? mobileForSending(checked.value, rules.region, rules.mobileForm) : checked.value
}

function check(field: EditableField, text: string, rules: EditRules): CheckedCell {
  switch (field) {
    case 'clientName':
      return joinName({ full: text })
    case 'mobileNumber':
      return checkMobile(text, rules.region)
    case 'saleDate':
      return checkDate(text, { ...rules, order: 'dmy', field: 'sale_date' })
    case 'expiryDate':
      return checkDate(text, { ...rules, order: 'dmy', field: 'expiry_date' })
    default:
      return assertNever(field)
  }
}
