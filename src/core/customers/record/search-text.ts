import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { parseReference } from '../../service/row-reference.ts'

const plainText = /^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/i

/** Whether a text differs from its normalised form in upper case at most. */
export const isPlainText = (text: string): boolean => plainText.test(text)

/** Text as letters, digits and single blanks in lower case, without accents: "O’Brien" becomes "obrien", "ABC-123" becomes "abc123". */
export function normaliseForSearch(text: string): string {
  // The fast path: most texts have no accents or punctuation.
  if (isPlainText(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type SearchableCustomer = Pick<
  RemoteCustomer,
  'clientName' | 'rego' | 'state' | 'vin' | 'mobileNumber' | 'vehicleTitle' | 'additionalFields'
>

/** Everything that a customer can be found by, as one normalised text. */
export function searchText(customer: SearchableCustomer, region: Region): string {
  const fields = Object.values(customer.additionalFields).map((value) => normaliseForSearch(additionalFieldText(value)))
  const ownTexts = searchParts(customer, region).map((part) => normaliseForSearch(part ?? ''))
  const parts = new Set([...ownTexts, ...fields])
  return [...parts].filter((part) => part !== '').join(' ')
}

/** What a customer can be found by, apart from additional fields: as received, and partly null. */
export function searchParts(
  { clientName, rego, state, vin, mobileNumber, vehicleTitle }: Omit<SearchableCustomer, 'additionalFields'>,
  region: Region,
): (string | null)[] {
  const digits = mobileNumber === null ? null : digitsOf(mobileNumber)
  const otherForm = digits === null ? null : otherMobileForm(digits, region)
  const unspacedRego = rego !== null && /\s/.test(rego) ? rego.replaceAll(/\s/g, '') : null
  return [clientName, rego, unspacedRego, state, vin, digits, otherForm, vehicleTitle]
}

/** The terms of a typed search, which must all be found. A phone number is one term, whatever its spacing. */
export function searchTerms(typed: string): string[] {
  if (/^\s*[+0][\d\s().+-]*$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, '').replace(/^(6[014])0/, '$1')
    if (digits.length >= 3) return [digits]
  }
  const text = normaliseForSearch(typed)
  return text === '' ? [] : [...new Set(text.split(' '))]
}

const digitsOf = (text: string): string => (/\D/.test(text) ? text.replaceAll(/\D/g, '') : text)

/** The international form of a national mobile number, and the reverse: it is found by either. Null: it has neither form. */
function otherMobileForm(digits: string, region: Region): string | null {
  const { code } = mobileRules[region]
  if (digits.startsWith(code)) return `0${digits.slice(code.length)}`
  return digits.startsWith('0') ? `${code}${digits.slice(1)}` : null
}

/** An additional field as searchable text. Upload references are left out: their digits would match every number. */
export function additionalFieldText(value: unknown): string {
  if (typeof value === 'string') return parseReference(value) ? '' : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
