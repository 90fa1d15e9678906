import type { Customer } from '../../../contract/customer-record.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { CustomerCache } from '../cache/customer-cache.ts'
import { lazy } from '../../../contract/lazy.ts'
import type { Contactable, DoNotContact } from '../contact/do-not-contact.ts'
import type { DeletionQueue } from '../changes/deletion-queue.ts'
import { vehicleOf } from '../vehicles/customer-vehicle.ts'
import { toCellEdit, type OpenEdits } from '../changes/open-edits.ts'

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
