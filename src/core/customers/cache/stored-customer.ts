import { z } from 'zod'
import { Customer, Sighting } from '../../../contract/customer-record.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'

const Sightings = z.array(Sighting)
const StoredObject = z.record(z.string(), z.unknown())

/** What `list/with-pending-changes.ts` adds. Stored records of older versions lack some of it. */
const undecorated = () =>
  ({
    edits: [],
    deleting: null,
    doNotContact: false,
    hiddenNumbers: [],
    vehicle: null,
    savedLookup: null,
  }) satisfies Partial<Customer>

/** A record of the service as the contract describes it, without what `list/with-pending-changes.ts` adds. */
export function toCustomer({ other: _other, missing: _missing, ...record }: RemoteCustomer): Customer {
  return {
    ...record,
    sightings: record.sightings.length === 0 ? [] : Sightings.parse(record.sightings),
    additionalFields: { ...record.additionalFields },
    ...undecorated(),
  }
}

/** A whole record that a journal stored as JSON. */
export function parseStoredCustomer(text: string): Customer {
  return Customer.parse({ ...undecorated(), ...parseJson(StoredObject, text) })
}
