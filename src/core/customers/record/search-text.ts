import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { parseReference } from '../../service/row-reference.ts'

const plainText = /^(?:[a-z0-9]+(?: [a-z0-9]+)*)?$/i

/** Text as letters, digits and single blanks in lower case, without accents: "O’Brien" becomes "obrien", "ABC-123" becomes "abc123". */
export function normaliseForSearch(text: string): string {
  // The fast path: most texts have no accents or punctuation.
  if (plainText.test(text)) return text.toLowerCase()
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

/** The lines of a search text. `codes`: rego, VIN and mobile number, in all forms that are searched. `firstField`: see `searchText`. */
export const searchLines = { name: 0, title: 1, state: 2, codes: 3, firstField: 4 } as const

/**
 * Everything that a customer can be found by, normalised: the lines of `searchLines`, then one for each name of
 * `fieldNames`.
 */
export function searchText(
  customer: SearchableCustomer,
  region: Region,
  names: readonly string[] = fieldNames(customer.additionalFields),
): string {
  const { clientName, rego, state, vin, mobileNumber, vehicleTitle, additionalFields } = customer
  const digits = mobileNumber === null ? null : mobileNumber.replaceAll(/\D/g, '')
  const unspacedRego = rego !== null && /\s/.test(rego) ? rego.replaceAll(/\s/g, '') : null
  const codes = [rego, unspacedRego, vin, digits, digits === null ? null : otherMobileForm(digits, region)]
  const lines = [
    normaliseForSearch(clientName ?? ''),
    normaliseForSearch(vehicleTitle ?? ''),
    normaliseForSearch(state ?? ''),
    normaliseForSearch(codes.filter(Boolean).join(' ')),
  ]
  for (const name of names) lines.push(normaliseForSearch(additionalFieldText(additionalFields[name])))
  return lines.join('\n')
}

/** The names of a record's additional fields, sorted, without upload references. */
export const fieldNames = (fields: RemoteCustomer['additionalFields']): string[] =>
  Object.keys(fields)
    .filter((name) => parseReference(fields[name]) === null)
    .toSorted()

/** The terms of a typed search, which must all be found. A phone number is one term, whatever its spacing. */
export function searchTerms(typed: string): string[] {
  if (/^\s*[+0][\d\s().+-]*$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, '').replace(/^(6[014])0/, '$1')
    if (digits.length >= 3) return [digits]
  }
  const text = normaliseForSearch(typed)
  return text === '' ? [] : [...new Set(text.split(' '))]
}

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
