import { z } from 'zod'

/** A past customer's car was seen on a listing site (interface, part 2). */
export const Sighting = z.object({
  at: z.string(),
  leadId: z.string(),
  listingUrl: z.string(),
  listingTitle: z.string(),
  listingPrice: z.number().nullable(),
})
export type Sighting = z.infer<typeof Sighting>

/** A recapture customer as the local copy holds it. Dates are calendar dates, YYYY-MM-DD, as written by the service: never moved by a time zone. */
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
})
export type Customer = z.infer<typeof Customer>

/** The four fields that PATCH takes (interface, part 4). */
export const EditableField = z.enum(['clientName', 'mobileNumber', 'saleDate', 'expiryDate'])
export type EditableField = z.infer<typeof EditableField>

export const CustomerSort = z.enum([
  'clientName',
  'rego',
  'vehicleTitle',
  'saleDate',
  'expiryDate',
  'lastSighting',
  'lastUpdated',
])

export const CustomersStatus = z.object({
  /** Records in the local copy of this connection and region. */
  total: z.number().int(),
  withSightings: z.number().int(),
  /** ISO 8601 of the last full look through the service's list; null: never yet. */
  syncedAt: z.string().nullable(),
  /** Records read so far while the copy is being brought up to date. */
  syncing: z.object({ read: z.number().int() }).nullable(),
  /** Why the last attempt ended, if it failed. */
  problem: z.string().nullable(),
})
export type CustomersStatus = z.infer<typeof CustomersStatus>

const id = z.string().max(64)

export const customers = {
  status: { input: z.object({}), output: CustomersStatus },
  list: {
    input: z.object({
      search: z.string().max(200).default(''),
      onlySighted: z.boolean().default(false),
      sort: CustomerSort.default('lastSighting'),
      descending: z.boolean().default(true),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), customers: z.array(Customer) }),
  },
  get: { input: z.object({ id }), output: Customer },
  /** Begins to bring the copy up to date, in the background; `customers.changed` tells of progress. */
  sync: { input: z.object({}), output: CustomersStatus },
  /**
   * One field, checked by the same rules as the import, then saved at the service; an empty text clears it. `conflict` when
   * the record was changed elsewhere since `lastUpdated`: nothing is overwritten, and the copy holds the newer record.
   */
  edit: {
    input: z.object({ id, field: EditableField, value: z.string().max(500), lastUpdated: z.string() }),
    output: Customer,
  },
  /** Deletes at the service; the record that it returns goes into the local bin. */
  delete: { input: z.object({ id }), output: z.object({ customer: Customer }) },
} as const
