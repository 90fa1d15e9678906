import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import type { DateFormat } from '../../../contract/calendar-date.ts'
import type { Customer, EditableField } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { assertNever } from '../../../contract/result.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import type { CheckedCell } from '../../fields/checked-cell.ts'
import { checkDate } from '../../fields/date.ts'
import { checkMobile, mobileForSending } from '../../fields/mobile.ts'
import { joinName } from '../../fields/name.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { isSameValue } from '../cache/previous-versions.ts'
import { customerMessages } from '../customer-messages.ts'
import type { ChangeLedger, EditGroup } from './change-ledger.ts'

export interface EditRules {
  readonly region: Region
  readonly mobileForm: AdvancedSettings['mobileForm']
  /** YYYY-MM-DD. */
  readonly today: string
  /** Of dates in messages; as the region writes them by default. */
  readonly dateFormat?: DateFormat
}

/**
 * Checks a typed value by the rules of the import: the value as it is sent, or the rule's message if it can't be sent. A typed value is
 * never ignored. An empty text clears the field: null (interface, part 4, rule 2).
 */
export function checkEdit(
  field: EditableField,
  typed: string,
  rules: EditRules,
): { readonly value: string | null } | { readonly reason: string } {
  const text = typed.trim()
  if (text === '') return { value: null }
  const { issues, value } = check(field, text, rules)
  const error = issues.find(({ severity }) => severity === 'error')
  if (error || value === '') return { reason: (error ?? issues[0])?.message ?? customerMessages.invalidValue(text) }
  return { value: field === 'mobileNumber' ? mobileForSending(value, rules.region, rules.mobileForm) : value }
}

/** The value as it is sent. Fails with `invalid-input` and the rule's message if it can't be sent. */
export function validateEdit(field: EditableField, typed: string, rules: EditRules): string | null {
  const checked = checkEdit(field, typed, rules)
  return 'value' in checked
    ? checked.value
    : fail('invalid-input', checked.reason, { kept: customerMessages.nothingChanged })
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

/** What the cell of a customer shows: the value of a pending edit, or that of the record. */
export function shownValue(
  { edits }: Pick<ChangeLedger, 'edits'>,
  scope: ConnectionRegion,
  customer: Customer,
  field: EditableField,
): string | null {
  const edit = edits.findByField(scope, customer.id, field)
  return edit?.state === 'pending' ? edit.value : customer[field]
}

export interface RequestedEdit {
  readonly field: EditableField
  /** Validated; null clears the field. */
  readonly value: string | null
  readonly group: EditGroup
  /** The field's value in the version of the record that the user saw; undefined if that version is not known. */
  readonly seen: { readonly value: string | null } | undefined
}

/**
 * Records an edit in the ledger, as a conflict if the field was changed elsewhere since the user saw it. Returns false if nothing changes:
 * the service or a pending edit has the value already.
 */
export function recordEdit(
  ledger: ChangeLedger,
  scope: ConnectionRegion,
  customer: Customer,
  { field, value, group, seen }: RequestedEdit,
): boolean {
  const existing = ledger.edits.findByField(scope, customer.id, field)
  const current = customer[field]
  const wasSent = existing !== null && existing.sent.length > 0
  if (existing?.state === 'pending' && existing.value === value) return false
  if (value === current && !wasSent) {
    if (!existing) return false
    ledger.takeBack(existing, value, group)
    return true
  }
  const changedElsewhere = seen === undefined || !isSameValue(field, seen.value, current, scope.region)
  ledger.record(scope, {
    customerId: customer.id,
    field,
    value,
    before: changedElsewhere ? (seen?.value ?? null) : current,
    shown: existing?.state === 'pending' ? existing.value : current,
    clientName: customer.clientName,
    conflict: changedElsewhere && !wasSent ? { elsewhere: current } : null,
    group,
  })
  return true
}

/** The field's value in the version of the record that the user saw; undefined if that version is not known. */
export function findSeenValue(
  { cache, ledger }: { readonly cache: CustomerCache; readonly ledger: ChangeLedger },
  scope: ConnectionRegion,
  customer: Customer,
  field: EditableField,
  lastUpdated: string,
): { readonly value: string | null } | undefined {
  if (customer.lastUpdated === lastUpdated) return { value: customer[field] }
  // This PC's own change makes the record newer than the version that the user saw, but is no change by others.
  const own = ledger.lastSaved(scope, customer.id, field)
  if (own && isSameValue(field, own.after, customer[field], scope.region)) return { value: customer[field] }
  const version = cache.previousVersions.find(scope, customer.id, lastUpdated)
  return version ? { value: version[field] } : undefined
}
