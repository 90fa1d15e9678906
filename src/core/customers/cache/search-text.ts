import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isUploadReference } from './upload-reference.ts'

/** Text as letters, digits and single blanks in lower case, without accents: "O’Brien" becomes "obrien", "ABC-123" becomes "abc123". */
export function normaliseForSearch(text: string): string {
  // The fast path: most texts have no accents or punctuation.
  if (/^[a-z0-9]*(?: [a-z0-9]+)*$/i.test(text)) return text.toLowerCase()
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
  const parts = [
    customer.clientName,
    customer.rego,
    customer.rego?.replaceAll(/\s/g, ''),
    customer.state,
    customer.vin,
    ...(customer.mobileNumber === null ? [] : mobileForms(customer.mobileNumber, region)),
    customer.vehicleTitle,
    ...Object.values(customer.additionalFields).map(additionalFieldText),
  ]
  return [...new Set(parts.map((part) => normaliseForSearch(part ?? '')))].filter((part) => part !== '').join(' ')
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

/** The national and the international form of a mobile number: it is found by either. */
function mobileForms(mobile: string, region: Region): string[] {
  const digits = mobile.replaceAll(/\D/g, '')
  const { code } = mobileRules[region]
  if (digits.startsWith(code)) return [digits, `0${digits.slice(code.length)}`]
  return digits.startsWith('0') ? [digits, `${code}${digits.slice(1)}`] : [digits]
}

/** An additional field as searchable text. Upload references are left out: their digits would match every number. */
export function additionalFieldText(value: unknown): string {
  if (typeof value === 'string') return isUploadReference(value) ? '' : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
