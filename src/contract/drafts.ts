import { DraftCounts } from './draft-counts.ts'
import { ColumnTarget, DateOrder, ContactChoice, KnownCustomers, OrderDecidedBy } from './column-choices.ts'
import { z } from 'zod'
import { CustomerField, rowQuery } from './draft-rows.ts'
import { Region, StateCode } from './region.ts'
import { SourceFile } from './source-file.ts'
import { TableChoices, TablePreview } from './table-choices.ts'

/** A column about contact ("Marketing consent") in which some cells refuse it. Asked once, before anything is sent. */
export const ContactQuestion = z.object({
  /** Position of the column in the file, from 0. */
  index: z.number().int(),
  header: z.string(),
  /** The values that say so, most rows first. At most 6. */
  values: z.array(z.object({ value: z.string(), rows: z.number().int() })),
  /** Customer rows with such a value. */
  rows: z.number().int(),
  /** Null until the user has decided: none of these rows is sent until then. */
  choice: ContactChoice.nullable(),
  /** The choice was made for an earlier file with the same header. */
  remembered: z.boolean(),
})
export type ContactQuestion = z.infer<typeof ContactQuestion>

/** A different text of a column of notes that forbids contact, or may do so. */
export const ContactNote = z.object({
  /** Identifies the text, without saying it. */
  key: z.string(),
  /** As written; of a long note the part around the words about contact. */
  note: z.string(),
  /** Customer rows with it. */
  rows: z.number().int(),
  /** It surely forbids contact. */
  isSure: z.boolean(),
  /** Its rows are not sent. */
  excluded: z.boolean(),
  /** It may forbid contact, and nobody has decided, in this draft or for an earlier file with the same header. */
  isOpen: z.boolean(),
})
export type ContactNote = z.infer<typeof ContactNote>

/** The notes about contact in a column. */
export const ContactNotes = z.object({
  /** Position of the column in the file, from 0. */
  index: z.number().int(),
  header: z.string(),
  /** Sure ones first, then those of most rows. At most 100 sure, 100 open and 100 decided ones. */
  notes: z.array(ContactNote),
  /** Notes that are not in `notes`. */
  hidden: z.number().int(),
  /** Of a column of notes: those with no word about contact, most rows first, so that a person can look. At most 100. */
  others: z.array(ContactNote),
  /** Notes that are not in `others`. */
  othersHidden: z.number().int(),
  /** Open notes in all. Nothing is sent while there are any. */
  open: z.number().int(),
  /** Customer rows whose note excludes them. */
  excludedRows: z.number().int(),
})
export type ContactNotes = z.infer<typeof ContactNotes>

/** How names in capitals are sent: as in the file, or as names are usually written. */
export const NameCase = z.enum(['as-written', 'title'])
export type NameCase = z.infer<typeof NameCase>

export const Severity = z.enum(['error', 'warning', 'info'])
export type Severity = z.infer<typeof Severity>

/**
 * A problem or note about a cell or a row. `rule` is stable (`mobile.zero-restored`); `proposal` is a value that would
 * fix it.
 */
export const Issue = z.object({
  rule: z.string(),
  severity: Severity,
  field: CustomerField.nullable(),
  message: z.string(),
  proposal: z.string().nullable(),
})
export type Issue = z.infer<typeof Issue>

/**
 * How a date column is read. `evidence` is a sentence for the screen: "Day/month/year: 37 of 412 dates can't be read
 * any other way."
 */
const DateDecision = z.object({
  order: DateOrder,
  decidedBy: OrderDecidedBy,
  evidence: z.string(),
})

export const DraftColumn = z.object({
  /** Position in the file, from 0. */
  index: z.number().int(),
  header: z.string(),
  samples: z.array(z.string()),
  target: ColumnTarget,
  suggested: z.object({
    target: ColumnTarget,
    /** Why, as a sentence: by its header, by its values, remembered from an earlier file. */
    reason: z.string(),
  }),
  /** Birth dates, licences, cards, banks: ignored unless the user chooses them one by one. */
  sensitive: z.boolean(),
  /**
   * Only a person can decide what the column is: its name and its values do not say the same, or not enough. `suggested.reason` says why.
   * False once the user has chosen. The window shows it in amber; command line and watched folders send nothing meanwhile.
   */
  isOpen: z.boolean(),
  /** A kept column of another phone: its mobiles are used in rows whose mobile columns have none. */
  alsoMobile: z.boolean(),
  /** How many different values it has, where they are few: see `drafts.values`. Absent: too many, or none. */
  values: z.number().int().optional(),
  dates: DateDecision.nullable(),
})
export type DraftColumn = z.infer<typeof DraftColumn>

/** The same issue in many rows, fixed together. */
export const IssueGroup = z.object({
  key: z.string(),
  rule: z.string(),
  severity: Severity,
  field: CustomerField.nullable(),
  message: z.string(),
  rows: z.number().int(),
  /** The value that all rows share ("Vic."); null when they differ. */
  value: z.string().nullable(),
  proposal: z.string().nullable(),
  /** The rows have different proposals, and each row has one: `fixGroup` without a value gives each row its own. */
  ownProposals: z.boolean().optional(),
  /** Severity `info`, and no value was changed: the rows are only worth knowing. */
  unchanged: z.boolean().optional(),
})
export type IssueGroup = z.infer<typeof IssueGroup>

export const DraftSummary = z.object({
  id: z.string(),
  /** Empty: the draft has no file, and its rows were added by hand. */
  fileName: z.string(),
  /** What the user called the draft; the name of its file at first. */
  name: z.string(),
  region: Region,
  createdAt: z.string(),
  changedAt: z.string(),
  counts: DraftCounts,
  /** The last step that the user opened. */
  step: z.enum(['columns', 'check', 'send']),
})
export type DraftSummary = z.infer<typeof DraftSummary>

export const Draft = DraftSummary.extend({
  source: SourceFile,
  /** The values belong to another region. `evidence`: why, as sentences with counts. Null: they fit, or say nothing. */
  otherRegion: z.object({ region: Region, evidence: z.string() }).nullable(),
  /** Rows that belong to another region while the others fit: `moveRows` makes a second draft of them. Absent: none. */
  otherRegionRows: z.object({ region: Region, rows: z.number().int() }).optional(),
  columns: z.array(DraftColumn),
  /** Skipped rows, which are not customer rows: titles, totals, repeated headers. */
  notRecords: z.array(z.object({ row: z.number().int(), reason: z.string(), text: z.string() })),
  /** Columns that say "do not contact", in the order of the file. */
  contactQuestions: z.array(ContactQuestion),
  /** Columns with notes that forbid contact, or may do so, in the order of the file. */
  contactNotes: z.array(ContactNotes),
  defaultState: StateCode.nullable(),
  /** What happens to rows whose car is already in the local customer cache. */
  knownCustomers: KnownCustomers,
  /** Rows without errors, and not excluded for another reason, whose car is already in the local customer cache. */
  knownRows: z.number().int(),
  /** The upload whose rows the file has: they join it when they are sent. Absent: none. */
  corrects: z.object({ uploadId: z.string(), name: z.string() }).optional(),
  /** Whether a missing VIN that this PC knows is filled in (`fill`), and how many rows to send have such a VIN. */
  knownVins: z.object({ choice: z.enum(['fill', 'ignore']), rows: z.number().int() }),
  /** `capitals`: names in capitals among the first rows, with the way they are usually written. At most 3. */
  nameCase: z.object({
    choice: NameCase,
    capitals: z.array(z.object({ name: z.string(), titleCase: z.string() })),
  }),
  groups: z.array(IssueGroup),
  /** Why rows are excluded, without row numbers, most rows first. Their sum is `counts.excluded`. */
  excludedReasons: z.array(z.object({ reason: z.string(), rows: z.number().int() })),
  undo: z.string().nullable(),
  redo: z.string().nullable(),
})
export type Draft = z.infer<typeof Draft>

/** `update`: not sent; an existing customer gets its details. */
export const RowStatus = z.enum(['error', 'warning', 'ready', 'update', 'excluded'])
export type RowStatus = z.infer<typeof RowStatus>

const DraftCell = z.object({
  /** The text in the file. */
  original: z.string(),
  /** The value to send; empty when nothing is sent. */
  value: z.string(),
  /** True when the user typed it. */
  edited: z.boolean(),
})

/** A VIN that this PC knows for a rego, and where it is from. */
export const KnownVin = z.object({
  vin: z.string(),
  source: z.enum(['look-up', 'upload', 'customer']),
  /** ISO 8601: when rego and VIN were last seen together. */
  at: z.string(),
})
export type KnownVin = z.infer<typeof KnownVin>

export const DraftRow = z.object({
  /** Number of the row in the file, from 1, as Excel shows it. */
  row: z.number().int(),
  status: RowStatus,
  /** Why the row is excluded; null when it is not. */
  excludedBecause: z.string().nullable(),
  cells: z.record(CustomerField, DraftCell),
  issues: z.array(Issue),
  /** The texts of the columns that were asked for, by position. */
  texts: z.record(z.string(), z.string()).optional(),
  /** The row has no VIN, and this one is filled in: the value of its cell `vin`. */
  knownVin: KnownVin.optional(),
  /** The row stands where a text file is damaged and can be read in another way. */
  otherReading: z
    .object({
      /** True: the user chose the other way, and `rows` is what is shown. */
      inUse: z.boolean(),
      /** The cells of the other way, of one row or several. */
      rows: z.array(z.array(z.string())),
    })
    .optional(),
})
export type DraftRow = z.infer<typeof DraftRow>

const id = z.string().max(64)
const DraftId = z.object({ id })

export const drafts = {
  list: { input: z.object({}), output: z.object({ drafts: z.array(DraftSummary) }) },
  /** Starts the process that reads the next file: its start takes longer than reading the first rows. */
  prepareReader: { input: z.object({}), output: z.object({}) },
  /**
   * Creates a draft: reads the file, finds its table, suggests columns, checks rows. `invalid-input` says why a file
   * cannot be read.
   */
  open: { input: z.object({ fileId: z.string() }), output: Draft },
  /** Ends the reading of a file; its `open` then fails with `cancelled`. Nothing happens when it is not being read. */
  cancelOpen: { input: z.object({ fileId: z.string() }), output: z.object({ cancelled: z.boolean() }) },
  get: { input: DraftId, output: Draft },
  rows: {
    input: z.object({ id, ...rowQuery, offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }),
    output: z.object({ total: z.number().int(), rows: z.array(DraftRow) }),
  },
  /** All row numbers in the order of `rows`. The window keeps this order during edits, so that no row moves while the user fixes it. */
  rowOrder: {
    input: z.object({ id, ...rowQuery }),
    output: z.object({ rows: z.array(z.number().int()) }),
  },
  /** The rows with these numbers, in the given order. Numbers of other rows than customer rows are omitted. */
  rowsByNumber: {
    input: z.object({
      id,
      rows: z.array(z.number().int().min(1)).min(1).max(500),
      /** Positions of columns of the file whose texts are wanted as well. */
      columns: z.array(z.number().int().min(0)).max(300).optional(),
    }),
    output: z.object({ rows: z.array(DraftRow) }),
  },
  setStep: { input: z.object({ id, step: DraftSummary.shape.step }), output: Draft },
  /** The first rows of the table as they would be read. Changes nothing. */
  previewTable: { input: z.object({ id, choices: TableChoices }), output: TablePreview },
  /**
   * Chooses which table of the file is read, and how. With another encoding or delimiter the file is read again:
   * `invalid-input` when it cannot be read like this or is not saved with the draft.
   */
  setTable: { input: z.object({ id, choices: TableChoices }), output: Draft },
  /** Saves the draft's file again, which the user chose once more. `invalid-input` when it is another file. */
  attachFile: { input: z.object({ id, fileId: z.string() }), output: Draft },
  /** Checks and sends a draft in another region. Columns and edits of the user stay. */
  setRegion: { input: z.object({ id, region: Region }), output: Draft },
  setColumn: { input: z.object({ id, index: z.number().int().min(0), target: ColumnTarget }), output: Draft },
  /** Sets all columns without a field at once: kept as additional fields (sensitive ones stay ignored), or ignored. */
  setOtherColumns: { input: z.object({ id, target: z.enum(['keep', 'leave_out']) }), output: Draft },
  setDateOrder: { input: z.object({ id, index: z.number().int().min(0), order: DateOrder }), output: Draft },
  setDefaultState: { input: z.object({ id, state: StateCode.nullable() }), output: Draft },
  /** Answers a contact question. It is remembered for files with the same header. */
  setContactChoice: {
    input: z.object({ id, index: z.number().int().min(0), choice: ContactChoice }),
    output: Draft,
  },
  /** Excludes the rows with these notes, or includes them. Remembered by note for files with the same header. */
  setContactNotes: {
    input: z.object({ id, keys: z.array(z.string().max(64)).min(1).max(300), excluded: z.boolean() }),
    output: Draft,
  },
  /** Skips rows, which are then no customer rows, or takes skipped rows back as customer rows. */
  setSkipped: {
    input: z.object({ id, rows: z.array(z.number().int().min(1)).min(1).max(100_000), skipped: z.boolean() }),
    output: Draft,
  },
  setKnownCustomers: { input: z.object({ id, choice: KnownCustomers }), output: Draft },
  /** Reads a damaged place of a text file in the other way, or as it was repaired. `row`: any of its rows. */
  setReading: { input: z.object({ id, row: z.number().int(), other: z.boolean() }), output: Draft },
  /** Makes a row of each car of a row, or leaves the rows as they are in the file. */
  setCars: { input: z.object({ id, choice: z.enum(['each', 'together']) }), output: Draft },
  setNameCase: { input: z.object({ id, choice: NameCase }), output: Draft },
  setKnownVins: { input: z.object({ id, choice: z.enum(['fill', 'ignore']) }), output: Draft },
  /**
   * A value typed by the user, checked like the values of the file. With an empty text nothing is sent for the field.
   */
  editCell: {
    input: z.object({ id, row: z.number().int().min(1), field: CustomerField, value: z.string().max(500) }),
    output: Draft,
  },
  /** Applies a group's proposal to all its rows, or the given value. */
  fixGroup: { input: z.object({ id, group: z.string(), value: z.string().max(500).optional() }), output: Draft },
  /** Excludes rows, or includes them again (also opt-outs and duplicates, which rules excluded). */
  exclude: {
    input: z.object({ id, rows: z.array(z.number().int().min(1)).min(1).max(100_000), excluded: z.boolean() }),
    output: Draft,
  },
  /** Excludes every row with an issue of a group. */
  excludeGroup: { input: z.object({ id, group: z.string() }), output: Draft },
  /** Excludes every row that has an error. */
  excludeErrors: { input: DraftId, output: Draft },
  /**
   * Forgets the columns of an earlier file with the same header, for this draft and for the next file. The columns are
   * suggested again; what the user chose in this draft stays.
   */
  forgetColumns: { input: DraftId, output: Draft },
  undo: { input: DraftId, output: Draft },
  redo: { input: DraftId, output: Draft },
  remove: { input: DraftId, output: z.object({}) },
} as const
