import type { Customer } from '../../contract/customer-record.ts'

const fieldName = /^(?:e-?mail|email ?address|customer ?email|client ?email)$/
/** One address, as links of the program accept it (`app/checked-link.ts`). */
const address = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}$/i
const maxLength = 254

/** The email address of a customer, in lower case, from the additional fields of the record; null without a valid one. */
export function emailOf({ additionalFields }: Pick<Customer, 'additionalFields'>): string | null {
  for (const [name, value] of Object.entries(additionalFields)) {
    if (!fieldName.test(name.replaceAll('_', ' ').trim().toLowerCase()) || typeof value !== 'string') continue
    const text = value.trim().toLowerCase()
    if (text.length <= maxLength && address.test(text)) return text
  }
  return null
}
