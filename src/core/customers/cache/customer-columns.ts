import { z } from 'zod'
import { Customer, Sighting } from '../../../contract/customers.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { findUploadReference } from './upload-reference.ts'

/** A record as the table `customer` stores it. */
export interface CustomerColumns {
  readonly id: string
  readonly last_updated: string
  readonly rego: string | null
  readonly state: string | null
  readonly vin: string | null
  readonly client_name: string | null
  readonly mobile_number: string | null
  readonly sale_date: string | null
  readonly expiry_date: string | null
  readonly vehicle_title: string | null
  readonly sightings: string
  readonly additional_fields: string
  /** The upload of this PC whose reference the record carries. */
  readonly upload_id: string | null
  /** JSON of `RemoteCustomer.other`. */
  readonly other: string
}

const Sightings = z.array(Sighting)
const AdditionalFields = z.record(z.string(), z.unknown())

export function toColumns(record: RemoteCustomer): CustomerColumns {
  return {
    id: record.id,
    last_updated: record.lastUpdated,
    rego: record.rego,
    state: record.state,
    vin: record.vin,
    client_name: record.clientName,
    mobile_number: record.mobileNumber,
    sale_date: record.saleDate,
    expiry_date: record.expiryDate,
    vehicle_title: record.vehicleTitle,
    sightings: JSON.stringify(record.sightings),
    additional_fields: JSON.stringify(record.additionalFields),
    upload_id: findUploadReference(record.additionalFields)?.uploadId ?? null,
    other: JSON.stringify(record.other ?? {}),
  }
}

/** The record alone. Pending changes and Do Not Contact are added by `list/with-pending-changes.ts`. */
export function fromColumns(columns: CustomerColumns): Customer {
  return {
    id: columns.id,
    lastUpdated: columns.last_updated,
    rego: columns.rego,
    state: columns.state,
    vin: columns.vin,
    clientName: columns.client_name,
    mobileNumber: columns.mobile_number,
    saleDate: columns.sale_date,
    expiryDate: columns.expiry_date,
    vehicleTitle: columns.vehicle_title,
    sightings: columns.sightings === '[]' ? [] : parseJson(Sightings, columns.sightings),
    additionalFields: parseJson(AdditionalFields, columns.additional_fields),
    ...undecorated(),
  }
}

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

/** A record of the service as the contract describes it. */
export function toCustomer(record: RemoteCustomer): Customer {
  return fromColumns(toColumns(record))
}

/** A whole record that a journal stored as JSON. */
export function parseStoredCustomer(text: string): Customer {
  return Customer.parse({ ...undecorated(), ...parseJson(AdditionalFields, text) })
}
