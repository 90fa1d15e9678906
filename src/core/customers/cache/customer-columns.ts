import type { Customer, EditableField, Sighting } from '../../../contract/customers.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'

/** A record as the copy keeps it. */
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
  /** The upload of this PC whose reference it carries. */
  readonly upload_id: string | null
}

/** The reference of an upload's row: it ties a record to the file that it came from, and says nothing to anybody. */
const ownReference = /^fc-([0-9a-f]{16})-(\d+)$/

export function isOwnReference(value: unknown): value is string {
  return typeof value === 'string' && ownReference.test(value)
}

/** The upload and row of the first reference among a record's additional fields. */
export function referenceIn(
  fields: Readonly<Record<string, unknown>>,
): { readonly uploadId: string; readonly row: number } | null {
  for (const value of Object.values(fields)) {
    const [, uploadId, row] = typeof value === 'string' ? (ownReference.exec(value) ?? []) : []
    if (uploadId !== undefined) return { uploadId, row: Number(row) }
  }
  return null
}

/** The names of a record's additional fields in their order, without references of ours. */
export function fieldNames(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(fields)
    .filter((name) => !isOwnReference(fields[name]))
    .toSorted()
}

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
    upload_id: referenceIn(record.additionalFields)?.uploadId ?? null,
  }
}

/** The record alone: edits, a deletion and do-not-contact are laid over it where they are known. */
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
    // As this program wrote them: a schema would take most of the time of a list.
    sightings: columns.sightings === '[]' ? [] : (JSON.parse(columns.sightings) as Sighting[]),
    additionalFields: JSON.parse(columns.additional_fields) as Record<string, unknown>,
    edits: [],
    deleting: null,
    doNotContact: false,
  }
}

/** A record of the service as the contract shows it. */
export function toCustomer(record: RemoteCustomer): Customer {
  return fromColumns(toColumns(record))
}

/** The four fields as they stood at one moment. */
export type EditableFields = Readonly<Record<EditableField, string | null>>

export function editableFieldsOf(record: EditableFields): EditableFields {
  const { clientName, mobileNumber, saleDate, expiryDate } = record
  return { clientName, mobileNumber, saleDate, expiryDate }
}
