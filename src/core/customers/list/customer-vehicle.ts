import type { Customer, CustomerVehicle } from '../../../contract/customers.ts'
import { isUploadReference } from '../cache/upload-reference.ts'

type Part = 'make' | 'model' | 'year' | 'badge' | 'whole'

/** Names of additional fields in lower case, without the words of `fillers`, spaces and punctuation. */
const partNames: Readonly<Record<Part, readonly string[]>> = {
  make: ['make', 'manufacturer', 'brand', 'marque'],
  model: ['model', 'modelrange'],
  year: ['year', 'yr', 'my', 'modelyear', 'yearmodel', 'buildyear', 'yearbuilt', 'manufactureyear', 'yearmanufacture'],
  badge: ['badge', 'variant', 'trim', 'trimlevel', 'grade', 'series', 'submodel', 'derivative', 'modelvariant'],
  whole: ['makemodel', 'makeandmodel', 'yearmakemodel', 'makemodelyear', 'makemodelbadge', 'makemodelvariant'],
}
const partOfName: ReadonlyMap<string, Part> = new Map(
  (Object.keys(partNames) as Part[]).flatMap((part) => partNames[part].map((name): [string, Part] => [name, part])),
)
/** Words that say that a field is about the car that was sold: "Vehicle Make", "Model of car". */
const carWords: ReadonlySet<string> = new Set(['vehicle', 'veh', 'car'])
const fillers: ReadonlySet<string> = new Set([
  'sold',
  'purchased',
  'bought',
  'name',
  'desc',
  'description',
  'of',
  'the',
])
/** What people write into a cell that they can't leave empty. */
const noValue = /^(?:y|n|yes|no|true|false|n\/?a|none|nil|null|tba|tbc|unknown|not known|-+|\.+|\?+)$/i
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
  const parts = new Map<Part, string>()
  for (const [name, value] of Object.entries(additionalFields)) {
    const part = partOf(name)
    const text = part && textOf(value)
    if (part && text && !parts.has(part)) parts.set(part, text)
  }
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

function partOf(name: string): Part | null {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !fillers.has(word))
  const others = words.filter((word) => !carWords.has(word))
  if (others.length === 0) return words.length > 0 ? 'whole' : null
  return partOfName.get(others.join('')) ?? null
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') return ''
  const text = value.trim().replaceAll(/\s+/g, ' ')
  return noValue.test(text) || isUploadReference(text) ? '' : text
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
