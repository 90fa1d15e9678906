import { z } from 'zod'
import { CustomerSelection } from './customers.ts'
import { ExportedFile } from './exported-file.ts'
import { maxBulkItems } from './limits.ts'
import { Incident } from './lookup.ts'
import { Region, StateCode } from './region.ts'
import { Failure } from './failure.ts'

/**
 * `review`: nothing was sent. `running`: it is sent, or waits for the service. `paused`: by the user, or because of
 * `problem`. `finished`: nothing is left to ask. `cancelled`: by the user, before all were asked.
 */
export const BulkLookupState = z.enum(['review', 'running', 'paused', 'finished', 'cancelled'])
export type BulkLookupState = z.infer<typeof BulkLookupState>

/**
 * One car of a bulk look-up. `saved`: this PC has its answer, which costs nothing. `queued`: not asked. `asking`: the
 * request has left, or is about to. `match` to `nothing`: answered (`VehicleLookup.outcome`). `failed`: the service
 * refused it, at no cost. `unsure`: the answer was lost, so it may have been charged; it is only looked up again when
 * the user says so. `invalid`: it can't be looked up.
 */
export const BulkItemStatus = z.enum([
  'saved',
  'queued',
  'asking',
  'match',
  'low-quality',
  'no-match',
  'vin-only',
  'nothing',
  'failed',
  'unsure',
  'cancelled',
  'invalid',
])
export type BulkItemStatus = z.infer<typeof BulkItemStatus>

export const BulkItem = z.object({
  number: z.number().int(),
  kind: z.enum(['plate', 'vin']).nullable(),
  /** The plate or VIN as it is sent; for `invalid` as it was entered. */
  query: z.string(),
  state: StateCode.nullable(),
  /** The first line or row of the source with this car, and how many have it. */
  line: z.number().int(),
  lines: z.number().int(),
  status: BulkItemStatus,
  /** Why it is invalid, failed or unsure, or what to check before it is asked. */
  note: z.string().nullable(),
  /** What was found. */
  title: z.string().nullable(),
  vin: z.string().nullable(),
  /** For `lookup.open`. */
  resultId: z.string().nullable(),
  /** ISO 8601: when the service answered. */
  answeredAt: z.string().nullable(),
})
export type BulkItem = z.infer<typeof BulkItem>

/**
 * What the saved registration status of a plate says; the service is not asked. `registration`: "Registered", "Stolen"; null: none is
 * saved. `writeOffs`: newest first.
 */
export const ListedBulkItem = BulkItem.extend({ registration: z.string().nullable(), writeOffs: z.array(Incident) })
export type ListedBulkItem = z.infer<typeof ListedBulkItem>

/** Where plates and VINs come from in a table with several columns. Positions from 0. */
const BulkColumns = z.object({
  columns: z.array(z.object({ name: z.string(), samples: z.array(z.string()) })),
  /** Null: not obvious, so the user has to choose. */
  car: z.number().int().nullable(),
  /** Null: no column has the state. */
  state: z.number().int().nullable(),
})

export const BulkLookup = z.object({
  id: z.string(),
  name: z.string(),
  source: z.enum(['text', 'file', 'customers']),
  region: Region,
  state: BulkLookupState,
  createdAt: z.string(),
  /** Null before it was started, and while it is not over. */
  startedAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** Items by status; a status without items is absent. */
  counts: z.partialRecord(BulkItemStatus, z.number().int()),
  /** Lines that name a car which an earlier line has. */
  duplicates: z.number().int(),
  /** Look-ups that are sent when it starts now, or still: each may be charged. */
  toAsk: z.number().int(),
  /** Saved answers are looked up again. */
  askAgain: z.boolean(),
  /** For regos without a state of their own. */
  defaultState: StateCode.nullable(),
  /** How many regos have no state of their own. */
  withoutState: z.number().int(),
  /** Null: there is one column, or a plain list, or it was started. */
  table: BulkColumns.nullable(),
  /** Why it was paused by the program. */
  problem: Failure.nullable(),
  /** What it waits for, and until when (ISO 8601). */
  waiting: z.object({ reason: z.string(), until: z.string() }).nullable(),
  /** An estimate; null while there is none. */
  secondsLeft: z.number().int().nullable(),
})
export type BulkLookup = z.infer<typeof BulkLookup>

const id = z.string().max(64)
const one = z.object({ id })

const maxTextLength = 1_000_000

/**
 * Look-ups of several cars. Each is on the disk before its request leaves, and no request whose answer was lost is
 * repeated without the user. Answers are saved like those of single look-ups. All methods with an id fail with
 * `not-found` when it was removed, and with `conflict` when its state does not allow them.
 */
export const bulkLookups = {
  /** Reads the cars for a review; nothing is sent. */
  create: {
    input: z.object({
      source: z.discriminatedUnion('from', [
        z.object({ from: z.literal('text'), text: z.string().max(maxTextLength) }),
        z.object({ from: z.literal('file'), fileId: id }),
        z.object({ from: z.literal('customers'), selection: CustomerSelection }),
      ]),
    }),
    output: z.object({ id: z.string() }),
  },
  /** Newest first; for the active connection and region. */
  list: { input: z.object({}), output: z.object({ jobs: z.array(BulkLookup) }) },
  get: { input: one, output: BulkLookup },
  /** `statuses` empty: all. In the order of the source. */
  items: {
    input: z.object({
      id,
      statuses: z.array(BulkItemStatus).max(20).default([]),
      offset: z.number().int().min(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), rows: z.array(ListedBulkItem) }),
  },
  /** Before it was started. What is left out stays as it is. */
  change: {
    input: z.object({
      id,
      askAgain: z.boolean().optional(),
      defaultState: StateCode.nullable().optional(),
      carColumn: z.number().int().min(0).optional(),
      stateColumn: z.number().int().min(0).nullable().optional(),
    }),
    output: BulkLookup,
  },
  /** Takes cars out of the review. */
  removeItems: { input: z.object({ id, numbers: z.array(z.number().int()).max(maxBulkItems) }), output: BulkLookup },
  /** Puts back the cars that were taken out last. */
  restoreItems: { input: z.object({ id, count: z.number().int().min(1) }), output: BulkLookup },
  /** `expectedToAsk`: the number of look-ups that the user agreed to; `conflict` when it has changed. */
  start: { input: z.object({ id, expectedToAsk: z.number().int() }), output: BulkLookup },
  pause: { input: one, output: BulkLookup },
  resume: { input: one, output: BulkLookup },
  cancel: { input: one, output: BulkLookup },
  /** Asks all items with one of these statuses again, or the given ones of them. `unsure` ones may be charged twice. */
  retry: {
    input: z.object({
      id,
      statuses: z.array(z.enum(['failed', 'unsure', 'cancelled'])).min(1),
      numbers: z.array(z.number().int()).max(maxBulkItems).optional(),
    }),
    output: BulkLookup,
  },
  export: { input: z.object({ id, format: z.enum(['csv', 'xlsx']) }), output: ExportedFile },
  /** Removes the list. Answers stay saved. Fails with `conflict` while it is running. */
  remove: { input: one, output: z.object({}) },
} as const
