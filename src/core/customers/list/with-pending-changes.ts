import type { Customer, CustomerVehicle } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { lazy } from '../../../contract/lazy.ts'
import type { Contactable, DoNotContact } from '../contact/do-not-contact.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import { toCellEdit, type OpenEdits } from '../changes/open-edits.ts'
import { carParts } from '../vehicles/car-parts.ts'

/** A look-up of a car that is saved on this PC. */
export type SavedVehicle = NonNullable<Customer['savedLookup']>

/** Finds the newest saved look-up of a customer's car. */
export type FindSavedVehicle = (
  scope: ConnectionRegion,
  car: Pick<Customer, 'rego' | 'state' | 'vin'>,
) => SavedVehicle | null

/** Adds what only this PC knows to records of the cache: edits, deletions, Do Not Contact, and what is known about the car. */
export type WithPendingChanges = ReturnType<typeof createWithPendingChanges>

export function createWithPendingChanges(parts: {
  readonly cache: CustomerCache
  readonly edits: OpenEdits
  readonly deletions: DeletionQueue
  readonly doNotContact: DoNotContact
  readonly findSavedVehicle: FindSavedVehicle
}) {
  const { cache, edits, deletions, doNotContact, findSavedVehicle } = parts
  const decorator = (
    scope: ConnectionRegion,
    { forThousands = false }: { readonly forThousands?: boolean } = {},
  ): ((customer: Customer) => Customer) => {
    // Usually there is nothing of a kind, and then no record is queried for it.
    const hasEdits = edits.hasAny(scope)
    const hasDeletions = deletions.hasAny(scope)
    const hasDoNotContact = !doNotContact.isEmpty(scope)
    const people = lazy(() => doNotContact.reader(scope))
    const isDoNotContact = (customer: Contactable): boolean =>
      hasDoNotContact && (forThousands ? people()(customer) : doNotContact.has(scope, customer))
    return (customer) => {
      const deletion = hasDeletions ? deletions.find(scope, customer.id) : null
      const cellEdits = hasEdits ? edits.ofCustomer(scope, customer.id).map(toCellEdit) : []
      const savedLookup = findSavedVehicle(scope, customer)
      return {
        ...customer,
        savedLookup,
        vehicle: vehicleOf(customer, savedLookup?.title ?? null),
        edits: cellEdits,
        deleting: deletion && { state: deletion.state, failure: deletion.failure },
        doNotContact: isDoNotContact({ ...customer, edits: cellEdits }),
      }
    }
  }
  return {
    /** Adds it to many records, one after another. `forThousands`: what is known of Do Not Contact is read once, at the first record. */
    decorator,
    find(scope: ConnectionRegion, id: string): Customer | null {
      const found = cache.find(scope, id)
      return found && decorator(scope)(found)
    },
  }
}

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
