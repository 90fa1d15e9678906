import { z } from 'zod'
import { ExportedFile } from './exported-file.ts'
import { Failure } from './result.ts'

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
})
export type Customer = z.infer<typeof Customer>

export const CustomerSort = z.enum([
  'clientName',
  'rego',
  'state',
  'vin',
  'mobileNumber',
  'vehicleTitle',
  'saleDate',
  'expiryDate',
  'lastSighting',
  'lastUpdated',
])
export type CustomerSort = z.infer<typeof CustomerSort>

export const CustomerFilter = z.object({
  search: z.string().max(200).default(''),
  states: z.array(z.string().max(20)).max(20).default([]),
  sighting: z.enum(['any', 'seen', 'never']).default('any'),
  /** Deleted by the service within this many days from today (interface, part 3, rule 6); null: any date. */
  expiresWithinDays: z.number().int().min(0).max(3_650).nullable().default(null),
  /** An upload of this PC. */
  uploadId: z.string().max(64).nullable().default(null),
  missingVin: z.boolean().default(false),
  /** Additional fields by name. If `contains` is empty, the record only has to have the field. */
  fields: z
    .array(z.object({ name: z.string().max(200), contains: z.string().max(200) }))
    .max(10)
    .default([]),
  /** Only records with an unconfirmed change. */
  unsettled: z.boolean().default(false),
})
export type CustomerFilter = z.infer<typeof CustomerFilter>

export const CustomerOrder = z.object({
  sort: CustomerSort.default('lastSighting'),
  descending: z.boolean().default(true),
})

export const CustomersStatus = z.object({
  /** Records in the local cache of this connection and region. */
  total: z.number().int(),
  withSightings: z.number().int(),
  /** When the last complete sync ended (ISO 8601); null if there was none. */
  syncedAt: z.string().nullable(),
  /** Records read so far by a running sync; `of`: how many the last sync read. */
  syncing: z.object({ read: z.number().int(), of: z.number().int().nullable() }).nullable(),
  /** The message of the last sync, if it failed. */
  problem: z.string().nullable(),
  /** Records that a sync removed because the service no longer has them: deleted elsewhere, or expired. */
  vanished: z.object({ count: z.number().int(), at: z.string() }).nullable(),
  edits: z.object({ pending: z.number().int(), failed: z.number().int(), conflicts: z.number().int() }),
  deletions: z.object({ pending: z.number().int(), failed: z.number().int() }),
  inBin: z.number().int(),
})
export type CustomersStatus = z.infer<typeof CustomersStatus>

/** The values that the list can be filtered by, with counts. */
export const CustomerFacts = z.object({
  states: z.array(z.object({ state: z.string(), count: z.number().int() })),
  uploads: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  /** Names in additional_fields, most frequent first, without upload references. */
  fields: z.array(z.object({ name: z.string(), count: z.number().int() })),
  missingVin: z.number().int(),
})
export type CustomerFacts = z.infer<typeof CustomerFacts>

/** A column of the grid: a field of the record (`rego`), or `field:<name>` for an additional field. */
export const ViewColumn = z.object({
  key: z.string().max(210),
  widthPx: z.number().int().min(40).max(2_000),
  shown: z.boolean(),
  pinned: z.boolean(),
})
export type ViewColumn = z.infer<typeof ViewColumn>

/** A named combination of filter, order and columns. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: CustomerFilter,
  sort: CustomerSort,
  descending: z.boolean(),
  columns: z.array(ViewColumn),
})
export type SavedView = z.infer<typeof SavedView>

/** A change made on this PC. A bulk edit is one entry for each customer, with the same `group`. */
export const CustomerChange = z.object({
  id: z.string(),
  group: z.string(),
  at: z.string(),
  customerId: z.string(),
  kind: z.enum(['edited', 'deleted', 'restored', 'uploaded']),
  field: EditableField.nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** The change as a text: "Expiry date changed from 1/7/2027 to 1/7/2028". */
  words: z.string(),
  undone: z.boolean(),
})
export type CustomerChange = z.infer<typeof CustomerChange>

export const BinRecord = z.object({
  customer: Customer,
  deletedAt: z.string(),
  /** The service has not confirmed the deletion. */
  pending: z.boolean(),
  /** The running upload that restores the record. */
  restoreUploadId: z.string().nullable(),
})
export type BinRecord = z.infer<typeof BinRecord>

const id = z.string().max(64)
const ids = z.array(id).min(1).max(100_000)

/** Customers by their ids, or all that match a filter now. */
export const CustomerSelection = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids }),
  z.object({ by: z.literal('filter'), filter: CustomerFilter }),
])
export type CustomerSelection = z.infer<typeof CustomerSelection>

export const ManyChange = z.discriminatedUnion('do', [
  /** Validated by the rules of the import, like an edit of one cell. An empty text clears the field. */
  z.object({ do: z.literal('set'), field: EditableField, value: z.string().max(500) }),
  /** Moves a date by whole years and months. Records without this date are skipped and counted as unchanged. */
  z.object({
    do: z.literal('move-date'),
    field: z.enum(['saleDate', 'expiryDate']),
    years: z.number().int().min(-50).max(50),
    months: z.number().int().min(-600).max(600),
  }),
])
export type ManyChange = z.infer<typeof ManyChange>

export const customers = {
  status: { input: z.object({}), output: CustomersStatus },
  facts: { input: z.object({}), output: CustomerFacts },
  list: {
    input: CustomerFilter.extend({
      ...CustomerOrder.shape,
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), customers: z.array(Customer) }),
  },
  get: { input: z.object({ id }), output: Customer },
  /** The uploads that a customer came from, and the changes made on this PC, newest first. */
  history: {
    input: z.object({ id }),
    output: z.object({
      uploads: z.array(z.object({ uploadId: z.string(), name: z.string(), row: z.number().int(), at: z.string() })),
      changes: z.array(CustomerChange),
    }),
  },
  /** Starts a sync in the background. The event `customers.changed` reports its progress. */
  sync: { input: z.object({}), output: CustomersStatus },

  /**
   * Edits one field. The value is validated by the rules of the import (`invalid-input` says what is wrong, and nothing is recorded), then
   * recorded and sent in the background. An empty text clears the field. Returns the record with its unconfirmed edits. `lastUpdated` is
   * that of the version that the user saw: if the field was changed elsewhere since, the edit becomes a conflict and overwrites nothing.
   */
  edit: {
    input: z.object({ id, field: EditableField, value: z.string().max(500), lastUpdated: z.string() }),
    output: Customer,
  },
  /** One change for many customers, undone as one. `unchanged`: has the value already, or lacks the date. `refused`: with the rule's message. */
  editMany: {
    input: z.object({ selection: CustomerSelection, change: ManyChange }),
    output: z.object({
      group: z.string(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
  },
  /** All unconfirmed edits, each with its customer. */
  edits: {
    input: z.object({}),
    output: z.object({
      edits: z.array(
        CellEdit.extend({ customerId: z.string(), clientName: z.string().nullable(), before: z.string().nullable() }),
      ),
    }),
  },
  /** Retries a failed edit. For a conflict, `overwrite` means that the user has seen the newer value and replaces it. */
  retryEdit: { input: z.object({ editId: id, overwrite: z.boolean().default(false) }), output: Customer },
  /**
   * Discards an unconfirmed edit; the service's value stays. If the edit is being sent, the previous value is sent after it. Fails with
   * `not-found` if the edit was saved or discarded already.
   */
  dropEdit: { input: z.object({ editId: id }), output: Customer },
  /** Undoes the last edit or bulk edit by setting the previous values. `undone` is a message; null: nothing to undo. */
  undo: { input: z.object({}), output: z.object({ undone: z.string().nullable() }) },

  /**
   * Queues a deletion that is sent in the background. Until the service confirms it, the record stays in the list as `deleting`; then it
   * moves to the bin.
   */
  delete: { input: z.object({ selection: CustomerSelection }), output: z.object({ deleting: z.number().int() }) },
  /** Retry or discard all failed deletions. */
  retryDeletions: { input: z.object({}), output: CustomersStatus },
  dropDeletions: { input: z.object({}), output: CustomersStatus },

  bin: {
    input: z.object({
      search: z.string().max(200).default(''),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), records: z.array(BinRecord) }),
  },
  /**
   * Restores records of the bin by an upload: each becomes a new record with a new id, without its sightings, and leaves the bin when the
   * upload has created it. No VIN is looked up, so it costs nothing.
   */
  restore: { input: z.object({ ids }), output: z.object({ uploadId: z.string(), customers: z.number().int() }) },
  /** Removes records from the bin permanently; null empties it. Pending deletions stay. */
  emptyBin: { input: z.object({ ids: ids.nullable() }), output: z.object({ removed: z.number().int() }) },

  /** All rows that the list shows, with the given columns in their order. Safe from formula injection. */
  export: {
    input: CustomerFilter.extend({
      ...CustomerOrder.shape,
      columns: z
        .array(z.object({ key: z.string().max(210), title: z.string().max(210) }))
        .min(1)
        .max(200),
      format: z.enum(['csv', 'xlsx']),
    }),
    output: ExportedFile,
  },

  views: {
    input: z.object({}),
    output: z.object({ views: z.array(SavedView), columns: z.array(ViewColumn).nullable() }),
  },
  /** Saves a new view (id null) or a changed one. Fails with `conflict` if another view has this name in any case. */
  saveView: {
    input: SavedView.extend({ id: id.nullable(), name: z.string().trim().min(1).max(60) }),
    output: SavedView,
  },
  removeView: { input: z.object({ id }), output: z.object({}) },
  /** Saves the columns for the next start. */
  setColumns: { input: z.object({ columns: z.array(ViewColumn).max(300) }), output: z.object({}) },
} as const
