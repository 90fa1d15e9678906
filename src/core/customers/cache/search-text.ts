import type { Region } from '../../../contract/region.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isOwnReference } from './customer-columns.ts'

/** Letters, digits and blanks in lower case, without accents: "O’Brien" and "obrien", "ABC-123" and "abc123" are one. */
export function normaliseForSearch(text: string): string {
  // Most texts by far: nothing in them is to be taken apart.
  if (/^[a-z0-9]*(?: [a-z0-9]+)*$/i.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

type Searched = Pick<
  RemoteCustomer,
  'clientName' | 'rego' | 'state' | 'vin' | 'mobileNumber' | 'vehicleTitle' | 'additionalFields'
>

/** All that a customer can be found by, in one text. */
export function searchText(customer: Searched, region: Region): string {
  const pieces = [
    customer.clientName,
    customer.rego,
    customer.rego?.replaceAll(/\s/g, ''),
    customer.state,
    customer.vin,
    ...(customer.mobileNumber === null ? [] : mobileForms(customer.mobileNumber, region)),
    customer.vehicleTitle,
    ...Object.values(customer.additionalFields).map(fieldText),
  ]
  return [...new Set(pieces.map((piece) => normaliseForSearch(piece ?? '')))].filter((piece) => piece !== '').join(' ')
}

/** What she types, as pieces that must all be found; a phone number is one piece, whatever its spacing. */
export function searchTerms(typed: string): string[] {
  if (/^\s*[+0][\d\s().+-]*$/.test(typed)) {
    const digits = typed.replaceAll(/\D/g, '').replace(/^(6[014])0/, '$1')
    if (digits.length >= 3) return [digits]
  }
  const plain = normaliseForSearch(typed)
  return plain === '' ? [] : [...new Set(plain.split(' '))]
}

/** A mobile is found in its national and its international form, however either was typed. */
function mobileForms(mobile: string, region: Region): string[] {
  const digits = mobile.replaceAll(/\D/g, '')
  const { code } = mobileRules[region]
  if (digits.startsWith(code)) return [digits, `0${digits.slice(code.length)}`]
  return digits.startsWith('0') ? [digits, `${code}${digits.slice(1)}`] : [digits]
}

/** An additional field as text to find it by; a reference of ours is none, for it would make every number a match. */
export function fieldText(value: unknown): string {
  if (typeof value === 'string') return isOwnReference(value) ? '' : value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  return value === null || value === undefined ? '' : JSON.stringify(value)
}
