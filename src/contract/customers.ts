import { ColumnKey } from './customer-columns.ts'
import { CustomerChange, HoldMs, ManyChange } from './customer-changes.ts'
import { CustomerSort, ViewColumn, SavedView } from './customer-views.ts'
import { Detail } from './details.ts'
import { UnreadableRecord } from './unreadable-record.ts'
import { z } from 'zod'
import { ConnectionRegion } from './connection-region.ts'
import { CustomerFacts, FilterCounts } from './customer-facts.ts'
import { CustomerFilter } from './customer-filter.ts'
import { CellEdit, Customer, EditableField } from './customer-record.ts'
import { ExportedFile } from './exported-file.ts'
import { StateCode } from './region.ts'

/** A customer whose car was looked up. */
export const VehicleCustomer = z.object({
  id: z.string(),
  clientName: z.string().nullable(),
  /** YYYY-MM-DD. */
  saleDate: z.string().nullable(),
  /** The rego is the customer's, but the VIN is of another car: the plate may have moved. */
  differentVin: z.boolean(),
})
export type VehicleCustomer = z.infer<typeof VehicleCustomer>

const CustomerOrder = z.object({
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
  /** Entries of the service's list that could not be read; see `customers.unreadable`. */
  unreadable: z.number().int(),
  /** Records that a sync removed because the service no longer has them: deleted elsewhere, or expired. */
  vanished: z.object({ count: z.number().int(), at: z.string() }).nullable(),
  /** Deleted records that a sync since the start found at the service again: they have left the bin. */
  returned: z.object({ count: z.number().int(), at: z.string() }).nullable(),
  edits: z.object({ pending: z.number().int(), failed: z.number().int(), conflicts: z.number().int() }),
  /** `held`: those of `pending` that are not sent yet, because Undo is offered. */
  deletions: z.object({ pending: z.number().int(), held: z.number().int(), failed: z.number().int() }),
  inBin: z.number().int(),
})
export type CustomersStatus = z.infer<typeof CustomersStatus>

export const BinRecord = z.object({
  customer: Customer,
  deletedAt: z.string(),
  /** The service has not confirmed the deletion. */
  pending: z.boolean(),
  /** The running upload that restores the record. */
  restoreUploadId: z.string().nullable(),
})
export type BinRecord = z.infer<typeof BinRecord>

/** Hidden numbers by the keys of `hiddenNumbers`. */
const HiddenNumbers = z.record(z.string(), z.string())

export const RevealedNumbers = z.object({
  /** As the list would show it, with an unconfirmed change. */
  mobileNumber: z.string().nullable(),
  /** Those of additional fields. */
  otherNumbers: HiddenNumbers,
  /** The values of unconfirmed edits of the mobile number. */
  edits: z.array(
    z.object({
      editId: z.string(),
      before: z.string().nullable(),
      value: z.string().nullable(),
      elsewhere: z.string().nullable(),
    }),
  ),
})
export type RevealedNumbers = z.infer<typeof RevealedNumbers>

const id = z.string().max(64)
/** Above the largest list of customers, so that one action of the user is one call, and one step of undo. */
const ids = z.array(id).min(1).max(250_000)

/**
 * Customers by their ids, or all that match a filter now, without those in `except`. `count`: how many the user was shown; when there are
 * more or fewer by now, the method fails with `conflict`.
 */
export const CustomerSelection = z.discriminatedUnion('by', [
  z.object({ by: z.literal('ids'), ids }),
  z.object({
    by: z.literal('filter'),
    filter: CustomerFilter,
    except: ids.optional(),
    count: z.number().int().optional(),
  }),
])
export type CustomerSelection = z.infer<typeof CustomerSelection>

export const customers = {
  status: { input: z.object({}), output: CustomersStatus },
  /** `filter`: each value is counted among the customers that the other parts of the filter leave. Do Not Contact: of all. */
  facts: { input: z.object({ filter: CustomerFilter.optional() }), output: CustomerFacts },
  list: {
    input: CustomerFilter.extend({
      ...CustomerOrder.shape,
      /** Absent: the connection and region in use. */
      source: ConnectionRegion.optional(),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), customers: z.array(Customer) }),
  },
  /** Counts what each of the filters finds, in their order. */
  counts: {
    input: z.object({ filters: z.array(CustomerFilter).min(1).max(60) }),
    output: z.object({ counts: z.array(FilterCounts) }),
  },
  get: { input: z.object({ id }), output: Customer },
  /** The customers with this rego and state, or with this VIN. States count in Australia only. */
  findByVehicle: {
    input: z.object({
      rego: z.string().max(40).nullable(),
      state: StateCode.nullable(),
      vin: z.string().max(40).nullable(),
    }),
    output: z.object({ customers: z.array(VehicleCustomer) }),
  },
  /** The uploads that a customer came from, and the changes made on this PC, newest first. */
  history: {
    input: z.object({ id }),
    output: z.object({
      uploads: z.array(z.object({ uploadId: z.string(), name: z.string(), row: z.number().int(), at: z.string() })),
      changes: z.array(CustomerChange),
    }),
  },
  /**
   * What the service sends about a customer beyond the fields of `Customer`: fields that the interface does not name, such as
   * its time of creation, and fields that could not be read, as received.
   */
  details: { input: z.object({ id }), output: z.object({ details: z.array(Detail) }) },
  /** The first entries of the service's list that could not be read. */
  unreadable: { input: z.object({}), output: z.object({ records: z.array(UnreadableRecord) }) },
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
      /** Customers who become Do Not Contact: the new number is marked. */
      forbidden: z.number().int(),
    }),
  },
  /** All unconfirmed edits, each with its customer. */
  edits: {
    input: z.object({}),
    output: z.object({
      edits: z.array(
        CellEdit.extend({
          customerId: z.string(),
          clientName: z.string().nullable(),
          before: z.string().nullable(),
          /** A number of a Do Not Contact person: `value`, `before` and `elsewhere` are null. */
          hidden: z.boolean(),
        }),
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
  /**
   * What `undo` would change now: the number of cells or deleted customers, 0 when there is nothing to undo. Each takes a call to the
   * service. `step` names it. `redo`: the number for `redo`.
   */
  nextUndo: {
    input: z.object({}),
    output: z.object({ customers: z.number().int(), step: z.string().nullable(), redo: z.number().int() }),
  },
  /**
   * Undoes the last edit, change of many cells or deletion. Edits are undone by setting the previous values; a value that was changed
   * elsewhere since becomes a conflict. A deletion that was not sent ends; later, the customers are restored from the bin as new records.
   * `undone` is a message; null: nothing to undo. `step`: what the user was shown; fails with `conflict` when something else was changed
   * since, such as by an import.
   */
  undo: { input: z.object({ step: z.string().nullish() }), output: z.object({ undone: z.string().nullable() }) },

  /**
   * Queues a deletion that is sent in the background. Until the service confirms it, the record stays in the list as `deleting`; then it
   * moves to the bin. For `holdMs` it is not sent: an undo until then keeps the record with its id and sightings. It is also sent when the
   * program closes, or at its next start.
   */
  delete: {
    input: z.object({ selection: CustomerSelection, holdMs: HoldMs }),
    output: z.object({ deleting: z.number().int() }),
  },
  /** How many deletions of all connections waited to be sent when the program started; 0 from the second call on. */
  takeResumedDeletions: { input: z.object({}), output: z.object({ customers: z.number().int() }) },
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
  /**
   * Removes records from the bin permanently; null empties it. Pending deletions stay. `most`: how many the user was shown; when there are
   * more by now, it fails with `conflict`.
   */
  emptyBin: {
    input: z.object({ ids: ids.nullable(), most: z.number().int().optional() }),
    output: z.object({ removed: z.number().int() }),
  },

  /**
   * Marks a person as Do Not Contact, or allows contact again. It applies to every record with the same mobile number. `undo`: takes
   * back the mark of this PC; in a team, those of other PCs stay. Returns the record.
   */
  setDoNotContact: {
    input: z.object({ id, doNotContact: z.boolean(), undo: z.boolean().optional() }),
    output: Customer,
  },
  /** The hidden numbers of one Do Not Contact person. Each call is logged, and the history of the customer shows it. */
  revealMobile: { input: z.object({ id, source: ConnectionRegion.optional() }), output: RevealedNumbers },
  /** The hidden numbers of these customers by column, for a copy that the user asked to include them. Logged like `revealMobile`. */
  copyNumbers: {
    input: z.object({ ids }),
    output: z.object({ customers: z.array(z.object({ id: z.string(), numbers: HiddenNumbers })) }),
  },

  /**
   * All rows that the list shows, with the columns of these keys in their order, and Do Not Contact. Safe from formula injection. Numbers of Do Not Contact people are
   * left out, unless `includeDoNotContactNumbers` is set; each of these is logged.
   */
  export: {
    input: CustomerFilter.extend({
      ...CustomerOrder.shape,
      includeDoNotContactNumbers: z.boolean().default(false),
      columns: z.array(ColumnKey).min(1).max(200),
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
