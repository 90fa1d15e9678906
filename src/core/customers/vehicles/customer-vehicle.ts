import type { Customer, CustomerVehicle } from '../../../contract/customer-record.ts'
import { carParts } from './car-parts.ts'

const maxLength = 120

/** What is known about a customer's car, best source first. `lookupTitle`: the title of a saved look-up. */
export function vehicleOf(customer: Customer, lookupTitle: string | null): CustomerVehicle | null {
  if (customer.vehicleTitle) return { title: customer.vehicleTitle, source: 'service' }
  const listing = customer.sightings.reduce<Customer['sightings'][number] | null>(
    (newest, each) => (each.listingTitle !== '' && (newest === null || each.at > newest.at) ? each : newest),
    null,
  )
  if (listing) return { title: listing.listingTitle, source: 'listing' }
  if (lookupTitle) return { title: lookupTitle, source: 'lookup' }
  const title = spreadsheetVehicle(customer.additionalFields)
  return title === null ? null : { title, source: 'spreadsheet' }
}

/**
 * The car as a spreadsheet described it, from additional fields with a usual name: "2019 Toyota RAV4 GXL". Null if none has one. A field
 * that repeats the make or the model is not shown twice.
 */
export function spreadsheetVehicle(additionalFields: Readonly<Record<string, unknown>>): string | null {
  const parts = carParts(additionalFields)
  const year = yearOf(parts.get('year') ?? '')
  const words = (['whole', 'make', 'model', 'badge'] as const).reduce<string>((title, part) => {
    const text = parts.get(part) ?? ''
    if (text === '' || containsWords(title, text)) return title
    // "Toyota" and "Toyota RAV4": the longer text has both.
    return containsWords(text, title) ? text : `${title} ${text}`.trim()
  }, '')
  // A year alone says nothing about the car.
  if (words === '') return null
  const title = year === '' || containsWords(words, year) ? words : `${year} ${words}`
  return title.slice(0, maxLength)
}

/** "2019", "MY19" and "1/03/2019" as "2019". */
function yearOf(text: string): string {
  const year = /(?:^|\D)((?:19|20)\d{2})(?:\D|$)/.exec(text)?.[1]
  const short = /^MY\s?(\d{2})(?:\D|$)/i.exec(text)?.[1]
  return year ?? (short === undefined ? '' : `20${short}`)
}

function containsWords(text: string, words: string): boolean {
  return ` ${text.toLowerCase()} `.includes(` ${words.trim().toLowerCase()} `)
}
