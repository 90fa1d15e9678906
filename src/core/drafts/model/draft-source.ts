import { z } from 'zod'
import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import type { CalendarDate, DateFormat } from '../../../contract/calendar-date.ts'
import { CustomerField } from '../../../contract/draft-rows.ts'
import { ColumnTarget, ContactChoice, DateOrder } from '../../../contract/column-choices.ts'
import { SourceKind } from '../../../contract/source-file.ts'
import { StateCode, type Region } from '../../../contract/region.ts'
import { TextForm } from '../../../contract/table-choices.ts'
import type { RowList } from '../columns/row-list.ts'

/** A rectangle of merged cells: rows as Excel numbers them (from 1), columns from 0, both ends included. */
export const MergedRange = z.object({
  firstRow: z.number().int(),
  lastRow: z.number().int(),
  firstColumn: z.number().int(),
  lastColumn: z.number().int(),
})
export type MergedRange = Readonly<z.infer<typeof MergedRange>>

/** What the user decided for an earlier file with the same header, by normalised header because columns move. */
export const RememberedChoices = z.object({
  targets: z.record(z.string(), ColumnTarget).readonly(),
  dates: z.record(z.string(), DateOrder).readonly(),
  /** Of sale dates without a day, and of times in UTC that may be of the next day, by normalised header; absent: the user sent none. */
  days: z
    .record(z.string(), z.enum(['written', 'next']))
    .readonly()
    .optional(),
  defaultState: StateCode.nullable(),
  /** What happens to rows that say "do not contact", by normalised header. */
  contact: z.record(z.string(), ContactChoice).readonly(),
  /** Whether rows with a note about contact are excluded, by `noteKey`, which says nothing of the note. */
  notes: z.record(z.string(), z.boolean()).readonly(),
  /** Absent until the user gives it one. */
  name: z.string().max(200).optional(),
  /** The column names as written. */
  header: z.array(z.string()).readonly(),
  /** Chosen by the user; null: found by rule. */
  sheet: z.string().nullable(),
  headerRow: z.number().int().min(1).nullable(),
  /** Of a text file, chosen by the user; absent: found by rule. */
  delimiter: TextForm.shape.delimiter.unwrap().optional(),
  /** Existing customers are updated. Absent: they are excluded; adding them again is chosen for each file, because it makes second records. */
  knownCustomers: z.literal('update').optional(),
  /** Texts that become other texts in every row. */
  fixes: z.array(z.object({ field: CustomerField, original: z.string(), text: z.string() })).readonly(),
})
export type RememberedChoices = Readonly<z.infer<typeof RememberedChoices>>

/** What is remembered for the next file whose header has this shape. */
export interface Template {
  readonly shape: string
  readonly choices: RememberedChoices
}

/**
 * Rows of a text file that could be read in two ways, because of damaged quotes or of a delimiter too many or too few.
 * The rows hold the likelier reading.
 */
export const RowRepair = z.object({
  /** The first row that is affected, and how many there are. */
  row: z.number().int(),
  rows: z.number().int(),
  cause: z.enum(['quotes', 'cells']),
  /** False: both readings are about equally likely, so the user has to look. */
  certain: z.boolean(),
  /** The rows of the other reading. */
  other: z.array(z.array(z.string()).readonly()).readonly(),
})
export type RowRepair = Readonly<z.infer<typeof RowRepair>>

const SourceSheet = z.object({
  name: z.string(),
  hidden: z.boolean(),
  merges: z.array(MergedRange).readonly(),
  notes: z.array(z.string()).readonly(),
  rowCount: z.number().int(),
  /** The name of the sheet in the file, of which this is one of several tables. Absent: the sheet is one table. */
  tableOf: z.string().optional(),
  /** Absent without repaired rows. */
  repairs: z.array(RowRepair).readonly().optional(),
  /** Position in `otherReadings` of the reading that it belongs to. Absent: it is of the first reading. */
  reading: z.number().int().optional(),
})
export type SourceSheet = Readonly<z.infer<typeof SourceSheet>>

/** What a reading says about the file as a whole. */
const FileReading = z.object({
  kind: SourceKind,
  encoding: z.string().nullable(),
  delimiter: z.string().nullable(),
  notes: z.array(z.string()).readonly(),
  /** Encoding and delimiter that were used. Absent for a workbook. */
  textForm: TextForm.optional(),
})
export type FileReading = Readonly<z.infer<typeof FileReading>>

/** A later reading of a text file, with an encoding or delimiter that the user chose. Its sheets are added to the others. */
const OtherReading = FileReading.extend({ chosen: TextForm })

/** What is saved of a file beside its rows, as JSON: with the rows it is enough to compute everything else again. */
export const SourceFacts = FileReading.extend({
  sizeBytes: z.number(),
  /** Of the file's bytes, in hexadecimal. Absent for a table that was filled in by hand. */
  sha256: z.string().optional(),
  sheets: z.array(SourceSheet).readonly(),
  otherReadings: z.array(OtherReading).readonly().optional(),
  /** Where the file is on this PC, and what the disk said about it. Absent: it came without a path. */
  origin: z.object({ path: z.string(), sizeBytes: z.number(), modifiedMs: z.number() }).optional(),
  /** The upload whose rows the file has, and joins. Absent: none. */
  correction: z.object({ uploadId: z.string(), name: z.string() }).optional(),
  /** Found when the file was opened. A later search could find another. */
  remembered: z.object({ shape: z.string(), choices: RememberedChoices }).nullable(),
})
export type SourceFacts = Readonly<z.infer<typeof SourceFacts>>

export interface DraftSource {
  readonly facts: SourceFacts
  /** Rows of each sheet, by position of the sheet. */
  readonly rows: readonly RowList[]
}

/** What a check depends on besides the file and the overrides of the draft. */
export interface CheckContext {
  readonly region: Region
  /** On this PC. */
  readonly today: CalendarDate
  readonly mobileForm: 'national' | 'international'
  /** Where numbers that are too short for a VIN are sent. */
  readonly shortVins: AdvancedSettings['shortVins']
  /** Known VINs are looked for again when it changes. */
  readonly knownVinMaxAgeDays: number
  /** Of dates in messages and shown values. */
  readonly dateFormat: DateFormat
  /** The keys of `additional_fields` under which fields that have no column are sent. */
  readonly sentKeys: Pick<AdvancedSettings, 'chassisKey' | 'secondMobileKey'>
  /** Keys of `additional_fields` that Forecourt sets itself, so no column may use them. */
  readonly reservedKeys: readonly string[]
}
