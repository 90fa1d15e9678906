import { z } from 'zod'
import { Failure } from './failure.ts'

/** A past customer's car was seen on a listing site (interface, part 2). */
export const Sighting = z.object({
  at: z.string(),
  listingId: z.string(),
  listingUrl: z.string(),
  listingTitle: z.string(),
  listingPrice: z.number().nullable(),
})
export type Sighting = z.infer<typeof Sighting>

/** The four fields that PATCH takes (interface, part 4). */
export const EditableField = z.enum(['clientName', 'mobileNumber', 'saleDate', 'expiryDate'])
export type EditableField = z.infer<typeof EditableField>

/**
 * A change of one cell that the service has not confirmed. `pending`: waiting to be sent, or being sent. `failed`: refused; the cell shows
 * the old value again until the edit is retried or discarded. `conflict`: the record was changed elsewhere; nothing is overwritten until
 * the user chooses. Edits are stored on the disk until they are saved or discarded.
 */
export const CellEdit = z.object({
  editId: z.string(),
  field: EditableField,
  /** As it will be saved; null clears the field. */
  value: z.string().nullable(),
  state: z.enum(['pending', 'failed', 'conflict']),
  failure: Failure.nullable(),
  /** For a conflict: the service's current value. */
  elsewhere: z.string().nullable(),
})
export type CellEdit = z.infer<typeof CellEdit>

/**
 * What is known about a customer's car, and the source: the service's own title, the newest listing, a look-up that is saved on this PC,
 * or the make, model, year and badge that the spreadsheet brought.
 */
export const CustomerVehicle = z.object({
  title: z.string(),
  source: z.enum(['service', 'listing', 'lookup', 'spreadsheet']),
})
export type CustomerVehicle = z.infer<typeof CustomerVehicle>

/** A recapture customer in the local cache. Dates are calendar dates, YYYY-MM-DD, as the service wrote them, without a time zone. */
export const Customer = z.object({
  id: z.string(),
  lastUpdated: z.string(),
  rego: z.string().nullable(),
  state: z.string().nullable(),
  vin: z.string().nullable(),
  clientName: z.string().nullable(),
  mobileNumber: z.string().nullable(),
  saleDate: z.string().nullable(),
  expiryDate: z.string().nullable(),
  vehicleTitle: z.string().nullable(),
  sightings: z.array(Sighting),
  additionalFields: z.record(z.string(), z.unknown()),
  /** Unconfirmed changes, at most one for each field. The fields above have the service's last values. */
  edits: z.array(CellEdit),
  /** A deletion that the service has not confirmed, or has refused. */
  deleting: z.object({ state: z.enum(['pending', 'failed']), failure: Failure.nullable() }).nullable(),
  /** The person is marked Do Not Contact. This is shown wherever the number would be. */
  doNotContact: z.boolean(),
  /**
   * Columns whose phone number is hidden because the person is Do Not Contact: `mobileNumber`, or `field:<name>`. Their values here, and
   * those in unconfirmed edits of the mobile number, are null. `customers.revealMobile` returns them.
   */
  hiddenNumbers: z.array(z.string()),
  /** Null: nothing is known. */
  vehicle: CustomerVehicle.nullable(),
  /** The newest look-up of this car that is saved on this PC (`lookup.open`). `title` is null when it found no car. */
  savedLookup: z.object({ id: z.string(), title: z.string().nullable(), at: z.string() }).nullable(),
})
export type Customer = z.infer<typeof Customer>
