import { z } from 'zod'
import { CallNote } from '../../../contract/call-note.ts'
import { MessageChannel } from '../../../contract/merge-fields.ts'
import { Region } from '../../../contract/region.ts'
import { MemberList, Join } from './membership.ts'

const ref = z.string().max(64)
const refs = z.array(ref).max(1_000)
const accountName = z.string().min(1).max(400)

/** A customer's car. Customers of one service account have its record id on each PC; without one, the VIN or the rego counts. */
export const TeamCar = z
  .object({
    /** See `accountKey`. */
    account: accountName,
    region: Region,
    customerId: z.string().min(1).max(200).nullable(),
    rego: z.string().min(1).max(20).nullable(),
    state: z.string().max(10).nullable(),
    vin: z.string().min(1).max(20).nullable(),
    /** For PCs that do not have the customer. */
    name: z.string().max(200).nullable(),
  })
  .refine(({ customerId, rego, vin }) => customerId !== null || rego !== null || vin !== null)
export type TeamCar = z.infer<typeof TeamCar>

const note = CallNote.shape
const Outcome = z.object({
  car: TeamCar,
  outcome: note.outcome,
  note: z.string().max(8_000),
  nextAction: z.string().max(1_000),
  nextDate: z.string().max(10).nullable(),
  nextTime: z.string().max(5).nullable(),
  /** The instant of the next call, ISO 8601: PCs in other time zones show it in their own time. Absent: it has no time. */
  nextAt: z.iso.datetime().optional(),
  amount: note.amount,
  /** The local time of the call, ISO 8601: a call can be recorded later. */
  calledAt: z.string().max(40),
})

/** Who must not be contacted: a record, and its mobile numbers as `personDigits` writes them. */
const Contact = z.object({
  account: accountName,
  region: Region,
  customerId: z.string().min(1).max(200).nullable(),
  mobiles: z.array(z.string().regex(/^\d{4,20}$/)).max(10),
})

/** Longer locks are malformed: nobody is called for longer. */
const maxLockSeconds = 3_600

const Template = z.object({
  channel: MessageChannel,
  name: z.string().max(80),
  subject: z.string().max(200),
  text: z.string().max(8_000),
})
const View = z.object({
  /** Which list it is of. */
  list: z.enum(['customers', 'calls']),
  name: z.string().max(60),
  /** JSON, as the list saves its views. */
  definition: z.string().max(16_000),
})
const Upload = z.object({
  id: z.string().min(1).max(64),
  account: accountName,
  name: z.string().max(400),
  fileName: z.string().max(400),
  /** SHA-256 of the file, in hexadecimal. */
  fileHash: z.string().regex(/^[0-9a-f]{64}$/),
  rows: z.number().int().min(0),
  created: z.number().int().min(0),
  finished: z.boolean(),
  /** ISO 8601, by the clock of its PC. */
  startedAt: z.iso.datetime(),
})
const Erased = z.object({
  /** Keyed hashes by which entries about the person are recognised (`person-marks.ts`). */
  marks: z.array(z.string().regex(/^[\w-]{43}$/)).max(200),
  /** Entries about the person that the writer has found, so that the server can erase them. */
  entries: z.array(z.tuple([z.string().max(36), z.number().int().min(1)])).max(500),
})

const shared = <T extends z.ZodType>(schema: T) =>
  z.object({ id: z.string().min(1).max(64), content: schema.nullable() })

/** Each kind of entry: the version of its schema, and the schema. A change that older versions cannot read raises the version. */
export const entryKinds = {
  outcome: { version: 1, schema: Outcome },
  /** Takes an outcome back. */
  'outcome-undone': { version: 1, schema: z.object({ car: TeamCar, outcome: ref }) },
  /** Whose car it is; null: nobody's. */
  assignment: {
    version: 1,
    schema: z.object({ car: TeamCar, to: z.object({ id: z.string().max(64), name: z.string().max(200) }).nullable() }),
  },
  /** "Being called by ...": ends by itself. */
  lock: { version: 1, schema: z.object({ car: TeamCar, seconds: z.number().int().min(1).max(maxLockSeconds) }) },
  'lock-released': { version: 1, schema: z.object({ car: TeamCar, locks: refs }) },
  'do-not-contact': { version: 1, schema: Contact },
  /** Removes the marks that it names, and no others. */
  'contact-allowed': { version: 1, schema: z.object({ account: accountName, marks: refs }) },
  /** Null: deleted. */
  template: { version: 1, schema: shared(Template) },
  view: { version: 1, schema: shared(View) },
  upload: { version: 1, schema: Upload },
  members: { version: 1, schema: MemberList },
  join: { version: 1, schema: Join },
  /** The device of the entry leaves the team. */
  leave: { version: 1, schema: z.object({}) },
  erased: { version: 1, schema: Erased },
} as const satisfies Record<string, { readonly version: number; readonly schema: z.ZodType }>

export type EntryKind = keyof typeof entryKinds
export type DataOf<K extends EntryKind> = z.infer<(typeof entryKinds)[K]['schema']>
/** What an entry says, by its kind. */
export type TeamContent = { [K in EntryKind]: { readonly kind: K; readonly data: DataOf<K> } }[EntryKind]
