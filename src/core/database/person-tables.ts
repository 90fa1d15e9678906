import type { PersonPlace } from '../../contract/privacy-places.ts'
import type { RetentionKind } from '../../contract/retention-kinds.ts'

/**
 * How privacy finds what a table has about a person: by the id in `customer_id`; by names, numbers and cars that it reads from each row;
 * by reading content that is packed or belongs to other rows; or only as text, which it replaces. Texts are replaced in all tables.
 */
type FoundBy = 'customer' | 'row' | 'content' | 'text'

/** The rows of a table that are deleted because of their age. */
export interface OldRows {
  /** With the time (ISO 8601) as its parameter, `times` times. */
  readonly condition: string
  readonly times?: number
  /** False: its rows belong to others that are counted. */
  readonly isCounted: boolean
  /** The table has an index on `at`. */
  readonly hasTimeIndex?: boolean
}

/** The files of an export of everything. */
export type ExportFile =
  | 'customers'
  | 'sightings'
  | 'call-notes'
  | 'contact-attempts'
  | 'assignments'
  | 'uploads'
  | 'upload-rows'
  | 'lookups'
  | 'bulk-lookups'

interface PersonTable {
  /** Where the user can find it. */
  readonly place: PersonPlace
  readonly foundBy: FoundBy
  /** The kind of old data that it can be; null: it stays until the user or what it belongs to removes it. */
  readonly retention: RetentionKind | null
  /** Which rows are old. Absent: core/retention empties them in its own way. */
  readonly old?: OldRows
  /** The file of an export that has it; null: none. */
  readonly exported: ExportFile | null
  /** The table that has the connection and region of its rows. Absent: the table itself, if it has them. */
  readonly partOf?: string
}

const text = { place: 'texts', foundBy: 'text', retention: null, exported: null } as const
const draft = { place: 'drafts', foundBy: 'text', retention: null, exported: null } as const
const partOfDraft = { ...draft, partOf: 'draft' } as const
const change = { place: 'changes', foundBy: 'text', retention: null, exported: null } as const
const upload = { place: 'uploads', foundBy: 'text', retention: 'uploads', exported: 'uploads' } as const
const partOfUpload = { ...upload, exported: null, partOf: 'upload' } as const
const team = { place: 'team', foundBy: 'text', retention: null, exported: null } as const

/** Bulk look-ups that have not ended stay, with the answers that they need. */
const oldBulk = 'ended_at IS NOT NULL AND ended_at < ?'

/**
 * Where persons are stored: each table that can have something about a customer. Used to find and delete persons (core/privacy), to delete
 * old data (core/retention, in this order) and to export everything (core/data-export). A new table is one entry.
 */
export const personTables = {
  customer: { place: 'customers', foundBy: 'content', retention: null, exported: 'customers' },
  customer_unreadable: { ...text, place: 'customers' },
  bin: { place: 'bin', foundBy: 'content', retention: null, exported: null },
  customer_change: { ...change, foundBy: 'customer' },
  customer_unfinished: change,
  customer_unfinished_items: { ...change, partOf: 'customer_unfinished' },
  customer_view: text,
  do_not_contact: { place: 'do-not-contact', foundBy: 'row', retention: null, exported: null },

  draft,
  draft_block: { ...partOfDraft, foundBy: 'content' },
  draft_file: partOfDraft,
  draft_choice: partOfDraft,
  draft_change: partOfDraft,
  template: text,
  watched_file: text,

  upload,
  upload_batch: partOfUpload,
  upload_batch_note: partOfUpload,
  upload_pack: { ...partOfUpload, foundBy: 'content', exported: 'upload-rows' },
  // The ids of customers stay when the rows of an upload are emptied: duplicates are found by them.
  upload_customer: { ...partOfUpload, foundBy: 'customer', retention: null },

  bulk_lookup_item: {
    place: 'bulk-lookups',
    foundBy: 'row',
    retention: 'lookups',
    old: { condition: `job_id IN (SELECT id FROM bulk_lookup WHERE ${oldBulk})`, isCounted: false },
    exported: 'bulk-lookups',
    partOf: 'bulk_lookup',
  },
  bulk_lookup: {
    place: 'bulk-lookups',
    foundBy: 'text',
    retention: 'lookups',
    old: { condition: oldBulk, isCounted: true },
    exported: 'bulk-lookups',
  },
  kept_answer: {
    place: 'lookups',
    foundBy: 'row',
    retention: 'lookups',
    old: {
      condition: `at < ? AND NOT EXISTS (
        SELECT 1 FROM bulk_lookup_item i JOIN bulk_lookup j ON j.id = i.job_id
        WHERE i.result_id = kept_answer.id AND NOT (j.${oldBulk}))`,
      times: 2,
      isCounted: true,
      hasTimeIndex: true,
    },
    exported: 'lookups',
  },
  sighting_comparison: {
    place: 'sightings',
    foundBy: 'customer',
    retention: 'lookups',
    old: { condition: "comparison ->> '$.at' < ?", isCounted: true },
    exported: null,
  },
  rego_vin: {
    place: 'known-vins',
    foundBy: 'row',
    retention: 'lookups',
    old: { condition: 'at < ?', isCounted: true, hasTimeIndex: true },
    exported: null,
  },

  webhook_list: text,
  inspector_event: { place: 'events', foundBy: 'row', retention: null, exported: null },

  // A note stays until the day of its next action is as old.
  sighting_entry: {
    place: 'calls',
    foundBy: 'customer',
    retention: 'notes',
    old: {
      condition: 'at < ? AND (next_date IS NULL OR next_date < substr(?, 1, 10))',
      times: 2,
      isCounted: true,
      hasTimeIndex: true,
    },
    exported: 'call-notes',
  },
  contact_attempt: {
    place: 'calls',
    foundBy: 'customer',
    retention: 'notes',
    old: { condition: 'at < ?', isCounted: true, hasTimeIndex: true },
    exported: 'contact-attempts',
  },
  assignment: { place: 'calls', foundBy: 'customer', retention: null, exported: 'assignments' },
  sighting_arrival: { place: 'sightings', foundBy: 'customer', retention: null, exported: null },
  sighting_visit: text,

  export_log: { ...text, retention: 'exports', old: { condition: 'at < ?', isCounted: true } },
  number_reveal: {
    place: 'reveals',
    foundBy: 'customer',
    retention: 'exports',
    old: { condition: 'at < ?', isCounted: false },
    exported: null,
  },
  setting: text,

  team_entry: { ...team, foundBy: 'content', retention: 'notes' },
  team_outbox: team,
  team_changed: team,
  team_upload: team,
} as const satisfies Readonly<Record<string, PersonTable>>

export type PersonTableName = keyof typeof personTables

/** The tables that privacy finds persons in in one way. */
export type TableFoundBy<Way extends FoundBy> = {
  [Name in PersonTableName]: (typeof personTables)[Name]['foundBy'] extends Way ? Name : never
}[PersonTableName]

/** All of them with their names, in their order. */
export const listedPersonTables: readonly (PersonTable & { readonly table: PersonTableName })[] = Object.entries(
  personTables,
).map(([table, entry]) => ({ ...entry, table: table as PersonTableName }))
