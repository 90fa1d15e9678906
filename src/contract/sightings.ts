import { CallGroup, GroupCounts } from './call-group.ts'
import { SightingSettings } from './sighting-settings.ts'
import { MarketComparison } from './market-comparison.ts'
import { z } from 'zod'
import { CallFigures, CallGoal } from './call-figures.ts'
import { CallingHours, CallNote, OutcomeCode, Recorder } from './call-note.ts'
import { ConnectionRegion, Source } from './connection-region.ts'
import { Phone } from './contact.ts'
import { ContactAttempt } from './contact-attempt.ts'
import { Customer, Sighting } from './customer-record.ts'
import { ExportedFile } from './exported-file.ts'
import { SightingSort } from './sighting-sort.ts'

/** A customer's car that is or was listed for sale. All its sightings are one row of the call list. */
export const SightedCar = z.object({
  customer: Customer,
  /** Newest first. */
  sightings: z.array(Sighting),
  firstSeenAt: z.string(),
  lastSeenAt: z.string(),
  daysSinceFirstSeen: z.number().int(),
  /** Distinct listings (by listing ID). */
  listings: z.number().int(),
  /** The asking price of the newest sighting that has one, and the previous, different price. */
  price: z.number().nullable(),
  earlierPrice: z.number().nullable(),
  /** Appeared, or dropped in price, since the user's last visit. */
  isNew: z.boolean(),
  hasDropped: z.boolean(),
  /** The latest note. `outcome` is `new` when there is none. */
  callNote: CallNote.nullable(),
  outcome: OutcomeCode,
  /** When the next action is due. `now`: today, and its time has come. */
  due: z.enum(['overdue', 'now', 'today', 'later', 'none']),
  group: CallGroup,
  /** Who makes the call; null: nobody in particular. */
  assignedTo: Recorder.nullable(),
  callingHours: CallingHours,
  /** Null for a Do Not Contact person (`customer.doNotContact`) and when there is nothing to dial. */
  phone: Phone.nullable(),
  /** From an additional field of the record. Null for a Do Not Contact person, and when there is no valid one. */
  email: z.string().nullable(),
  comparison: MarketComparison.nullable(),
  /** Asking price in percent of the market price of the comparison; null: not compared. */
  marketPercent: z.number().int().nullable(),
  /** 0 to 100, see `sightingSorts`. */
  chance: z.number().int(),
  /**
   * Where the car comes from, when the list shows several connections and regions: every call about it names it. Absent: the
   * connection in use.
   */
  source: Source.optional(),
  /** Other connections where this number is marked Do Not Contact. Absent: none. */
  doNotContactIn: z.array(Source).optional(),
})
export type SightedCar = z.infer<typeof SightedCar>

export const CallShare = z.enum(['everyone', 'mine', 'unassigned'])
export type CallShare = z.infer<typeof CallShare>

export const SightingFilter = z.object({
  /** The cars of these groups, group by group. Null: all cars, not grouped. */
  groups: z.array(CallGroup).max(10).nullable().default(null),
  search: z.string().max(200).default(''),
  states: z.array(z.string().max(20)).max(20).default([]),
  /** Last seen on or after, and on or before: YYYY-MM-DD. */
  seenFrom: z.string().max(10).nullable().default(null),
  seenTo: z.string().max(10).nullable().default(null),
  priceFrom: z.number().min(0).nullable().default(null),
  priceTo: z.number().min(0).nullable().default(null),
  outcomes: z.array(OutcomeCode).max(30).default([]),
  uploadId: z.string().max(64).nullable().default(null),
  /** Who recorded the latest note of a car: ids of people; '' for a note without a person. */
  people: z.array(z.string().max(64)).max(200).default([]),
  /** Of the connections and regions that the list shows; empty: all of them. */
  sources: z.array(ConnectionRegion).max(200).default([]),
  /** All calls, those assigned to who is working, or those assigned to nobody. */
  assigned: CallShare.default('everyone'),
  sort: SightingSort.default('suggested'),
})
export type SightingFilter = z.infer<typeof SightingFilter>

export const SightingSummary = z.object({
  groups: GroupCounts,
  /** The last seven days, oldest first, today included. */
  week: z.array(
    z.object({
      /** YYYY-MM-DD on this PC. */
      date: z.string(),
      spotted: z.number().int(),
      called: z.number().int(),
      booked: z.number().int(),
      bought: z.number().int(),
    }),
  ),
  /** ISO 8601: the visit that "new" counts from; null before the first visit has ended. */
  lastVisitAt: z.string().nullable(),
  /** When the list was last synced with the service. */
  checkedAt: z.string().nullable(),
  doNotContact: z.number().int(),
})
export type SightingSummary = z.infer<typeof SightingSummary>

/** What "new" counts from in one connection and region; null: before the first visit has ended. ISO 8601. */
const SeenUntil = z.object({ source: Source, lastVisitAt: z.string().nullable() })

/** One of the connections and regions that the call list shows together. */
export const SightingSource = z.object({
  source: Source,
  groups: GroupCounts,
  /** The states of its customers in the list, in order. */
  states: z.array(z.string()),
  /** When its cache was last synced with the service; null: never. */
  checkedAt: z.string().nullable(),
  syncing: z.boolean(),
  /** Why its last sync failed; null: it did not. */
  problem: z.string().nullable(),
})
export type SightingSource = z.infer<typeof SightingSource>

/** A calendar week (Monday to Sunday) or month of this PC; `back` counts from the current one. */
export const ReportPeriod = z.object({ period: z.enum(['week', 'month']), back: z.number().int().min(0).max(600) })
export type ReportPeriod = z.infer<typeof ReportPeriod>

/**
 * The calls of a week or month in numbers. A car counts once as reached, booked and bought: on the first such day of the
 * period. For a person it counts once as well, so two people who reached the same car both count it.
 */
export const CallReport = z.object({
  /** First and last day, YYYY-MM-DD. */
  from: z.string(),
  to: z.string(),
  total: CallFigures,
  days: z.array(CallFigures.extend({ date: z.string() })),
  /**
   * Who recorded calls: most bought first, then offered, booked, reached and called; last the notes without a person. With a goal for each
   * person, the current period also has the people of this PC who recorded none.
   */
  people: z.array(CallFigures.omit({ spotted: true }).extend({ person: Recorder.nullable() })),
  /** For a week, as it is now, also for an earlier period. Of the connection that the report is about, or of all together. */
  goal: CallGoal,
})
export type CallReport = z.infer<typeof CallReport>

const id = z.string().max(64)

/** The most cars that get an outcome at once. */
export const maxBulkCars = 1_000

/** The connection and region of the customer. Absent: those in use. */
const source = ConnectionRegion.optional()

/** Customers of several connections. */
const CarsOfSources = z.array(z.object({ customerId: id, source: ConnectionRegion }))

/** More than one person has, so that all of a person's calls are handed over at once. */
const maxAssignedCars = 10_000

/** Without an id it is a name: that of someone who is known, or a new person of this PC. Null: nobody. */
const Assignee = z.object({ id: id.min(1).nullable(), name: z.string().trim().min(1).max(200) }).nullable()
export type Assignee = z.infer<typeof Assignee>
/** `from`: only while it is still assigned to this one; absent: in any case. */
const CarToAssign = z.object({ customerId: id, source, to: Assignee, from: Assignee.optional() })

const NoteToRecord = z.object({
  outcome: OutcomeCode,
  note: z.string().max(2_000).default(''),
  nextAction: z.string().max(200).default(''),
  nextDate: z.string().max(10).nullable().default(null),
  nextTime: z.string().max(5).nullable().default(null),
  amount: z.number().min(0).max(100_000_000).nullable().default(null),
})

/** Everything uses the local cache of customers; only `compare` queries the service. */
export const sightings = {
  summary: { input: z.object({}), output: SightingSummary },
  /** What the list shows together: the connection in use alone, or all (`connections.setShowsAll`). */
  sources: { input: z.object({}), output: z.object({ sources: z.array(SightingSource) }) },
  list: {
    input: SightingFilter.extend({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(200) }),
    /** `groups`: the cars that match everything but `groups` of the filter. */
    output: z.object({ total: z.number().int(), groups: GroupCounts, cars: z.array(SightedCar) }),
  },
  /** These cars as they are now, in this order, without those that are no longer in the list. `cars`: of several connections. */
  cars: {
    input: z.object({ customerIds: z.array(id).max(500).default([]), cars: CarsOfSources.max(500).optional() }),
    output: z.object({ cars: z.array(SightedCar) }),
  },
  get: {
    input: z.object({ customerId: id, source }),
    output: z.object({
      car: SightedCar,
      /** Newest first. */
      entries: z.array(CallNote),
      attempts: z.array(ContactAttempt),
    }),
  },
  /**
   * The call notes and attempts of a customer, newest first, without undone ones. Also those of a customer whose car is no longer in
   * the call list.
   */
  history: {
    input: z.object({ customerId: id }),
    output: z.object({ entries: z.array(CallNote), attempts: z.array(ContactAttempt) }),
  },
  /**
   * Who else a Do Not Contact mark of these customers would reach: the other customers with one of their mobile numbers, how many of those
   * are in the call list, and the names of the first ten.
   */
  sharedNumbers: {
    input: z.object({
      cars: z
        .array(z.object({ customerId: id, source }))
        .min(1)
        .max(maxBulkCars),
    }),
    output: z.object({ customers: z.number().int(), calls: z.number().int(), names: z.array(z.string()) }),
  },
  /** Adds a note. `do_not_contact` applies to the person: every record with the same mobile number. */
  record: {
    input: NoteToRecord.extend({ customerId: id, source }),
    output: SightedCar,
  },
  /**
   * Adds the same note to several cars, once to each, or to none when it is not valid. Do Not Contact people and cars that
   * are no longer in the list are left out.
   */
  recordMany: {
    input: NoteToRecord.extend({
      customerIds: z.array(id).max(maxBulkCars).default([]),
      cars: CarsOfSources.max(maxBulkCars).optional(),
    }),
    output: z.object({
      /** For `undoMany`. */
      groupId: z.string(),
      recorded: z.number().int(),
      doNotContact: z.number().int(),
      missing: z.number().int(),
    }),
  },
  /** Undoes what `recordMany` recorded, where it was not undone before. Later notes stay. */
  undoMany: { input: z.object({ groupId: id }), output: z.object({ undone: z.number().int() }) },
  /** Undoes the latest note of a car that this PC made. */
  undoRecord: { input: z.object({ customerId: id, source }), output: SightedCar },
  /** Assigns calls to people. `before`: what assigns those that changed as they were, where nobody has assigned them again. */
  assign: {
    input: z.object({ cars: z.array(CarToAssign).min(1).max(maxAssignedCars) }),
    output: z.object({ before: z.array(CarToAssign) }),
  },
  /** The cars of every connection that are assigned to a person of this PC, also under the same name on another PC of the team. */
  assignedTo: { input: z.object({ personId: id }), output: z.object({ cars: CarsOfSources }) },
  /** Who calls can be assigned to, by name: the people of this PC, and those of the team's other PCs who have recorded something. */
  assignees: { input: z.object({}), output: z.object({ people: z.array(Recorder) }) },
  /** Allows a person to be contacted again. */
  allowContact: { input: z.object({ customerId: id, source }), output: SightedCar },
  /**
   * Reports activity in the list: when it opens, and from time to time while it is used. After two hours without
   * activity, or on another day, a new visit starts, and "new" counts from the end of the previous one.
   */
  visit: { input: z.object({}), output: SightingSummary },
  /** Ends the visit: nothing in the list is new any more. `undo`: the `before` of an earlier call, which it takes back. */
  markSeen: {
    input: z.object({ undo: z.array(SeenUntil).max(1_000).optional() }),
    output: z.object({ summary: SightingSummary, before: z.array(SeenUntil) }),
  },
  /**
   * Looks up the car and its market once, and saves the result: up to three look-ups, each of which may be charged. Failures as for `lookup`.
   */
  compare: {
    input: z.object({
      customerId: id,
      source,
      kms: z.number().min(0).max(10_000_000).nullable().default(null),
      refresh: z.boolean().default(false),
    }),
    output: SightedCar,
  },
  /**
   * The call sheet of these cars in this order: what the screen shows. Null: all cars that match the filter. A Do Not
   * Contact person has no number.
   */
  exportSheet: {
    input: SightingFilter.extend({
      format: z.enum(['csv', 'xlsx']),
      customerIds: z.array(id).max(50_000).nullable().default(null),
      cars: CarsOfSources.max(50_000).optional(),
    }),
    output: ExportedFile,
  },
  /** The text of today’s digest; null: there is none. */
  digest: { input: z.object({}), output: z.object({ text: z.string().nullable() }) },
  /** The same for the notice of a window: each digest is returned once. Its event is `sightings.digested`. */
  takeDigest: { input: z.object({}), output: z.object({ text: z.string().nullable() }) },
  report: { input: ReportPeriod, output: CallReport },
  /** Replaces the goal of the connection that the report is about, or of all together. `before`: what sets it back. */
  setGoal: { input: CallGoal, output: z.object({ before: CallGoal }) },
  exportReport: { input: ReportPeriod.extend({ format: z.enum(['csv', 'xlsx']) }), output: ExportedFile },
  settings: { input: z.object({}), output: SightingSettings },
  setSettings: { input: SightingSettings.partial(), output: SightingSettings },
} as const
