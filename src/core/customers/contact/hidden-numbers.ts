import { fieldKey } from '../../../contract/customer-columns.ts'
import type { CellEdit, Customer, EditableField } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import type { Failure } from '../../../contract/result.ts'
import { additionalFieldText } from '../record/search-text.ts'
import { customerMessages } from '../customer-messages.ts'
import { personDigits } from './do-not-contact.ts'

/** The name of an additional field that holds a phone number, in words. */
const phoneName = /\b(?:mobile|mob|phone|ph|tel|telephone|cell|cellphone|sms|whatsapp|fax)\b/
/** A text that may be a phone number: digits with the usual separators. */
const phoneText = /\+?\d[\d\s().-]{4,}\d/g
/** A number with fewer digits can't be dialled. */
const minDigits = 6

/** The mobile number as the list shows it: a pending change counts, because it can be called before it is saved. */
export function currentMobile({ mobileNumber, edits }: Pick<Customer, 'mobileNumber' | 'edits'>): string | null {
  const pending = edits.find(({ field, state }) => field === 'mobileNumber' && state === 'pending')
  return pending ? pending.value : mobileNumber
}

/**
 * The record as it leaves core. Of a Do Not Contact person, it has no phone number: not in the mobile number, its edits, the additional
 * fields that hold a phone number, or elsewhere in their texts.
 */
export function withoutHiddenNumbers(customer: Customer, region: Region): Customer {
  if (!customer.doNotContact) return customer
  const otherNumbers = phoneFields(customer)
  const hasMobile = customer.mobileNumber !== null || currentMobile(customer) !== null
  const own = ownDigits(customer, region)
  const additionalFields = Object.entries(customer.additionalFields).map(([name, value]): [string, unknown] => [
    name,
    Object.hasOwn(otherNumbers, fieldKey(name)) ? null : withoutNumbers(value, own, region),
  ])
  return {
    ...customer,
    mobileNumber: null,
    additionalFields: Object.fromEntries(additionalFields),
    edits: customer.edits.map(withoutNumber),
    hiddenNumbers: [...(hasMobile ? ['mobileNumber'] : []), ...Object.keys(otherNumbers)],
  }
}

/** The numbers that `withoutHiddenNumbers` removes, by column, as the list would show them. Empty if the person may be contacted. */
export function hiddenNumbersOf(customer: Customer): { mobileNumber: string | null; others: Record<string, string> } {
  if (!customer.doNotContact) return { mobileNumber: null, others: {} }
  return { mobileNumber: currentMobile(customer), others: phoneFields(customer) }
}

/** An edit of the mobile number without its values. Other edits stay unchanged. */
export function withoutNumber<E extends Pick<CellEdit, 'field' | 'value' | 'elsewhere' | 'failure'>>(edit: E): E {
  if (edit.field !== 'mobileNumber') return edit
  return { ...edit, value: null, elsewhere: null, failure: edit.failure && withoutNumbersInFailure(edit.failure) }
}

/** Whether one of the values is a number of a person who is not to be contacted. */
export function isHiddenValue(
  field: EditableField | null,
  values: readonly (string | null)[],
  isDoNotContact: (mobileNumber: string | null) => boolean,
): boolean {
  return field === 'mobileNumber' && [null, ...values].some(isDoNotContact)
}

function phoneFields({ additionalFields }: Pick<Customer, 'additionalFields'>): Record<string, string> {
  const found = Object.entries(additionalFields).flatMap(([name, value]): [string, string][] => {
    const text = additionalFieldText(value)
    return isPhoneField(name, text) ? [[fieldKey(name), text]] : []
  })
  return Object.fromEntries(found)
}

/** Whether a field of this name holds a phone number in this text. */
export const isPhoneField = (name: string, text: string): boolean =>
  phoneName.test(inWords(name)) && text.replaceAll(/\D/g, '').length >= minDigits

/** "mobile_2" and "HomePhone" as "mobile 2" and "home phone". */
const inWords = (name: string): string =>
  name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll(/[^\p{L}]+/gu, ' ')
    .toLowerCase()

function ownDigits(customer: Customer, region: Region): ReadonlySet<string> {
  const values = customer.edits.filter(({ field }) => field === 'mobileNumber').map(({ value }) => value)
  return new Set([customer.mobileNumber, ...values].flatMap((number) => (number && personDigits(number, region)) ?? []))
}

/** Any JSON value without these numbers (`personDigits`) in its texts. */
export function withoutNumbers(value: unknown, numbers: ReadonlySet<string>, region: Region): unknown {
  const isHidden = (text: string): boolean => numbers.has(personDigits(text, region) ?? '')
  if (typeof value === 'string') {
    return value.replaceAll(phoneText, (text) => (isHidden(text) ? customerMessages.hiddenNumber : text))
  }
  if (typeof value === 'number') return isHidden(String(value)) ? customerMessages.hiddenNumber : value
  if (Array.isArray(value)) return value.map((part) => withoutNumbers(part, numbers, region))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutNumbers(part, numbers, region)] as const),
  )
}

/** The service may repeat the number that it refused. */
function withoutNumbersInFailure(failure: Failure): Failure {
  const hide = (text: string): string => text.replaceAll(phoneText, customerMessages.hiddenNumber)
  return {
    ...failure,
    message: hide(failure.message),
    ...(failure.kept === undefined ? {} : { kept: hide(failure.kept) }),
    ...(failure.next === undefined ? {} : { next: hide(failure.next) }),
    ...(failure.details === undefined ? {} : { details: hide(failure.details) }),
  }
}
