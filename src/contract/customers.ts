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
 * A change of one cell that is not at the service yet. `pending`: waiting to be sent, or on its way. `failed`: refused; the cell shows
 * the old value again until it is retried or dropped. `conflict`: the record was changed elsewhere since; nothing is overwritten until she has
 * chosen. Kept on the disk until it is settled.
 */
export const CellEdit = z.object({
  editId: z.string(),
  field: EditableField,
  /** As it will be saved; null clears the field. */
  value: z.string().nullable(),
  state: z.enum(['pending', 'failed', 'conflict']),
  failure: Failure.nullable(),
  /** For a conflict: what the field holds at the service now. */
  elsewhere: z.string().nullable(),
})
export type CellEdit = z.infer<typeof CellEdit>

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
  /** Unsettled changes, at most one a field. The fields above are as the service last gave them. */
  edits: z.array(CellEdit),
  /** A deletion that is not at the service yet, or that it refused. */
  deleting: z.object({ state: z.enum(['pending', 'failed']), failure: Failure.nullable() }).nullable(),
  /** She is not to contact this person: said wherever the number would be. */
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
  /** Deleted by the service within so many days from today (interface, part 3, 6); null: whatever the date. */
  expiresWithinDays: z.number().int().min(0).max(3_650).nullable().default(null),
  /** One of the uploads of this PC. */
  uploadId: z.string().max(64).nullable().default(null),
  missingVin: z.boolean().default(false),
  /** Additional fields by name; `contains` empty: has the field at all. */
  fields: z
    .array(z.object({ name: z.string().max(200), contains: z.string().max(200) }))
    .max(10)
    .default([]),
  /** Only records with a change that is not settled. */
  unsettled: z.boolean().default(false),
})
export type CustomerFilter = z.infer<typeof CustomerFilter>

export const CustomerOrder = z.object({
  sort: CustomerSort.default('lastSighting'),
  descending: z.boolean().default(true),
})

export const CustomersStatus = z.object({
  /** Records in the local copy of this connection and region. */
  total: z.number().int(),
  withSightings: z.number().int(),
  /** ISO 8601 of the last full look through the service's list; null: never yet. */
  syncedAt: z.string().nullable(),
  /** Records read so far while the copy is being brought up to date; `of`: how many there were the last time. */
  syncing: z.object({ read: z.number().int(), of: z.number().int().nullable() }).nullable(),
  /** Why the last attempt ended, if it failed. */
  problem: z.string().nullable(),
  /** Records that left at the last look because the service no longer has them: deleted elsewhere, or expired. */
  vanished: z.object({ count: z.number().int(), at: z.string() }).nullable(),
  edits: z.object({ pending: z.number().int(), failed: z.number().int(), conflicts: z.number().int() }),
  deletions: z.object({ pending: z.number().int(), failed: z.number().int() }),
  inBin: z.number().int(),
})
export type CustomersStatus = z.infer<typeof CustomersStatus>

/** What can be filtered by, with counts, for the menus. */
export const CustomerFacts = z.object({
  states: z.array(z.object({ state: z.string(), count: z.number().int() })),
  uploads: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  /** Names in additional_fields, most frequent first; references of ours are not among them. */
  fields: z.array(z.object({ name: z.string(), count: z.number().int() })),
  missingVin: z.number().int(),
})
export type CustomerFacts = z.infer<typeof CustomerFacts>

/** A column of the grid: one of the record's own (`rego`), or `field:<name>` for an additional field. */
export const ViewColumn = z.object({
  key: z.string().max(210),
  widthPx: z.number().int().min(40).max(2_000),
  shown: z.boolean(),
  pinned: z.boolean(),
})
export type ViewColumn = z.infer<typeof ViewColumn>

/** A way of looking at the list, kept under a name. */
export const SavedView = z.object({
  id: z.string(),
  name: z.string(),
  filter: CustomerFilter,
  sort: CustomerSort,
  descending: z.boolean(),
  columns: z.array(ViewColumn),
})
export type SavedView = z.infer<typeof SavedView>

/** Something that was done to customers from this PC. One change of many customers is one entry a customer under the same `group`. */
export const CustomerChange = z.object({
  id: z.string(),
  group: z.string(),
  at: z.string(),
  customerId: z.string(),
  kind: z.enum(['edited', 'deleted', 'restored', 'uploaded']),
  field: EditableField.nullable(),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** In words: "Expiry date from 1/7/2027 to 1/7/2028". */
  words: z.string(),
  undone: z.boolean(),
})
export type CustomerChange = z.infer<typeof CustomerChange>

export const BinRecord = z.object({
  customer: Customer,
  deletedAt: z.string(),
  /** The service has not confirmed the deletion yet. */
  pending: z.boolean(),
  /** The upload under way that creates it again, once asked for. */
  restoreUploadId: z.string().nullable(),
})
export type BinRecord = z.infer<typeof BinRecord>

const id = z.string().max(64)
const ids = z.array(id).min(1).max(100_000)

/** Which customers: those named, or all that a filter finds now. */
export const CustomerSelection = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids }),
  z.object({ by: z.literal('filter'), filter: CustomerFilter }),
])
export type CustomerSelection = z.infer<typeof CustomerSelection>

export const ManyChange = z.discriminatedUnion('do', [
  /** Checked by the rules of the import, like an edit of one cell; an empty text clears the field. */
  z.object({ do: z.literal('set'), field: EditableField, value: z.string().max(500) }),
  /** A date field moved by whole years and months; a record without that date is left as it is, and counted. */
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
  /** What is known of one customer on this PC: where it came from, and what was done to it. Newest first. */
  history: {
    input: z.object({ id }),
    output: z.object({
      uploads: z.array(z.object({ uploadId: z.string(), name: z.string(), row: z.number().int(), at: z.string() })),
      changes: z.array(CustomerChange),
    }),
  },
  /** Begins to bring the copy up to date, in the background; `customers.changed` tells of progress. */
  sync: { input: z.object({}), output: CustomersStatus },

  /**
   * One field, checked by the rules of the import (`invalid-input` says what is wrong, and nothing is kept), then written to the journal of
   * edits and sent in the background; an empty text clears it. The record comes back with its unsettled edits. `lastUpdated` is of the
   * record that she saw: where the service's is another, the edit becomes a conflict, and nothing is overwritten.
   */
  edit: {
    input: z.object({ id, field: EditableField, value: z.string().max(500), lastUpdated: z.string() }),
    output: Customer,
  },
  /** The same change for many, as one entry for undo. `unchanged`: already so, or without the date to move. `refused`: against the rules, with why. */
  editMany: {
    input: z.object({ selection: CustomerSelection, change: ManyChange }),
    output: z.object({
      group: z.string(),
      changed: z.number().int(),
      unchanged: z.number().int(),
      refused: z.array(z.object({ id: z.string(), reason: z.string() })),
    }),
  },
  /** Every edit that is not settled, with whose it is. */
  edits: {
    input: z.object({}),
    output: z.object({
      edits: z.array(
        CellEdit.extend({ customerId: z.string(), clientName: z.string().nullable(), before: z.string().nullable() }),
      ),
    }),
  },
  /** A failed edit again; for a conflict, `overwrite` says that she has seen the newer value and wants hers. */
  retryEdit: { input: z.object({ editId: id, overwrite: z.boolean().default(false) }), output: Customer },
  /**
   * Gives an unsettled edit up; the value of the service stays. One whose call is under way is set back behind it, as by an edit. `not-found` when it
   * is settled already.
   */
  dropEdit: { input: z.object({ editId: id }), output: Customer },
  /** Takes the last edit, or the last change of many, back, by an edit that sets the value of before. Null: nothing to undo. */
  undo: { input: z.object({}), output: z.object({ undone: z.string().nullable() }) },

  /**
   * Written to the journal, then deleted at the service in the background; each record that it returns goes into the bin. Records stay in the
   * list as `deleting` until then.
   */
  delete: { input: z.object({ selection: CustomerSelection }), output: z.object({ deleting: z.number().int() }) },
  /** Deletions that failed: tried again, or given up. */
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
   * Creates records of the bin again, by an upload of its own through the journal: each becomes a new record with a new id, without its
   * sightings. They leave the bin when the upload has ended well. No VIN is looked up, so that it costs nothing.
   */
  restore: { input: z.object({ ids }), output: z.object({ uploadId: z.string(), customers: z.number().int() }) },
  /** Removes records from the bin for good; null empties it. Pending deletions stay. */
  emptyBin: { input: z.object({ ids: ids.nullable() }), output: z.object({ removed: z.number().int() }) },

  /** What the list shows, whole: the columns named, in their order. Safe from formula injection; phone numbers and dates as text. */
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
  /** A new view (id null) or a changed one; names are told apart without regard to case (`conflict`). */
  saveView: {
    input: SavedView.extend({ id: id.nullable(), name: z.string().trim().min(1).max(60) }),
    output: SavedView,
  },
  removeView: { input: z.object({ id }), output: z.object({}) },
  /** The columns as she left them, for the next start. */
  setColumns: { input: z.object({ columns: z.array(ViewColumn).max(300) }), output: z.object({}) },
} as const
