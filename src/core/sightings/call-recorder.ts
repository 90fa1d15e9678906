import { randomUUID } from 'node:crypto'
import { outcomeKind, type Recorder, type CallNote } from '../../contract/call-note.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { scopeKey } from '../database/scope-sql.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { CallLog, LoggedNote } from './call-log.ts'
import type { ContactChange } from './note-rows.ts'
import { contactAllowedNote, sightingFailures } from './sightings-text.ts'
import { addYears, localDate, parseDate } from '../../contract/calendar-date.ts'
import { instantOnThisPc, isTimeOfDay } from './call-times.ts'

export interface CallRecorderParts {
  readonly database: Database
  readonly clock: Clock
  readonly customers: Pick<Customers, 'recordsOfPerson' | 'recordsOfPersons' | 'doNotContact' | 'notifyDoNotContact'>
  readonly log: CallLog
  /** Who records; null: not known. */
  currentPerson(): Recorder | null
}

/** A car of the list with its connection and region. */
export interface CarToRecord {
  readonly scope: ConnectionRegion
  readonly customer: Customer
}

export interface BulkResult {
  readonly groupId: string
  readonly recorded: number
  readonly doNotContact: number
}

const allowedNote = {
  outcome: 'new',
  note: contactAllowedNote,
  nextAction: '',
  nextDate: null,
  nextTime: null,
  amount: null,
} as const

/** Records call notes, and with them who must not be contacted. */
export function createCallRecorder({ database, clock, customers, log, currentPerson }: CallRecorderParts) {
  const nowIso = (): string => clock.now().toISOString()

  const toLogged = (
    customerId: string,
    input: CallNoteInput,
    contact: ContactChange,
    person = currentPerson(),
  ): LoggedNote => {
    const note = { ...input, id: randomUUID(), at: nowIso(), person: person && { id: person.id, name: person.name } }
    return { customerId, note, contact }
  }
  const allow = (scope: ConnectionRegion, people: readonly Customer[], marks: 'own' | 'all'): void =>
    customers.doNotContact.remove(scope, people, marks)
  const forbid = (scope: ConnectionRegion, customer: Customer): void =>
    customers.doNotContact.add(scope, customer, nowIso())

  const reopenCars = (scope: ConnectionRegion, people: readonly Customer[]): void => {
    const latest = log.latest(
      scope,
      people.map(({ id }) => id),
    )
    const closed = people.filter(({ id }) => latest.get(id)?.outcome === 'do_not_contact')
    log.append(
      scope,
      closed.map(({ id }) => toLogged(id, allowedNote, null)),
    )
  }

  /** Takes `reopenCars` back: the cars are closed, and their persons marked, as before. */
  const closeAgain = (scope: ConnectionRegion, people: readonly Customer[]): void => {
    const latest = log.latest(
      scope,
      people.map(({ id }) => id),
    )
    for (const customer of people) {
      const { outcome, note, pc } = latest.get(customer.id) ?? {}
      if (outcome !== allowedNote.outcome || note !== allowedNote.note || pc !== undefined) continue
      log.undoLatest(scope, customer.id, nowIso())
      forbid(scope, customer)
    }
  }

  return {
    /** Fails with `invalid-input` for an incomplete note and with `conflict` for a call to a Do Not Contact person. */
    record(scope: ConnectionRegion, customer: Customer, input: CallNoteInput): void {
      const note = validateCallNote(input, clock.now())
      if (customer.doNotContact && outcomeKind(note.outcome).isCall) {
        fail('conflict', ...sightingFailures.doNotContact)
      }
      const forbids = note.outcome === 'do_not_contact' && !customer.doNotContact
      database.transaction(() => {
        log.append(scope, [toLogged(customer.id, note, forbids ? 'forbidden' : null)])
        if (forbids) forbid(scope, customer)
      })
      if (forbids) customers.notifyDoNotContact(scope)
    },

    /** Records one note for several cars, in one transaction. Do Not Contact people are left out. Fails as `record` does. */
    recordMany(cars: readonly CarToRecord[], input: CallNoteInput): BulkResult {
      const note = validateCallNote(input, clock.now())
      const [groupId, person] = [randomUUID(), currentPerson()]
      const allowed = cars.filter(({ customer }) => !customer.doNotContact)
      const forbids = note.outcome === 'do_not_contact'
      const byScope = [...Map.groupBy(allowed, ({ scope }) => scopeKey(scope)).values()]
      database.transaction(() => {
        for (const ofScope of byScope) {
          const { scope } = ofScope[0] as CarToRecord
          const people = forbids ? ofScope.map(({ customer }) => customer) : []
          // Two of the cars may belong to one person.
          const first = customers.doNotContact.addAll(scope, people, nowIso())
          const logged = ofScope.map(({ customer }): LoggedNote => {
            const contact = first.has(customer) ? 'forbidden' : null
            return { ...toLogged(customer.id, note, contact, person), groupId }
          })
          log.append(scope, logged)
        }
      })
      if (forbids) for (const ofScope of byScope) customers.notifyDoNotContact((ofScope[0] as CarToRecord).scope)
      return { groupId, recorded: allowed.length, doNotContact: cars.length - allowed.length }
    },

    /** Undoes the notes of a group, which are in these connections, in one transaction; returns how many there were. */
    async undoMany(
      scopes: readonly ConnectionRegion[],
      groupId: string,
      customerOf: (scope: ConnectionRegion, id: string) => Customer | null,
    ): Promise<number> {
      /** By scope. */
      const forbidden = (): string[][] => scopes.map((scope) => [...log.forbiddenOfGroup(scope, groupId)])
      for (;;) {
        const ids = forbidden()
        const people: (readonly Customer[])[] = []
        for (const [at, scope] of scopes.entries()) {
          const found = (ids[at] ?? []).flatMap((id) => customerOf(scope, id) ?? [])
          people.push(await customers.recordsOfPersons(scope, found))
        }
        const undone = database.transaction(() => {
          // A note was undone alone while the records were read.
          if (JSON.stringify(forbidden()) !== JSON.stringify(ids)) return null
          return scopes.map((scope, at) => {
            const notes = log.undoGroup(scope, groupId, nowIso())
            allow(scope, people[at] ?? [], 'own')
            return { scope, notes }
          })
        })
        if (!undone) continue
        for (const { scope, notes } of undone) {
          if ([...notes.values()].some(({ contact }) => contact !== null)) customers.notifyDoNotContact(scope)
        }
        return undone.reduce((sum, { notes }) => sum + notes.size, 0)
      }
    },

    /** Fails with `not-found` when the car has no notes. */
    undoLatest(scope: ConnectionRegion, customer: Customer): void {
      const people = customers.recordsOfPerson(scope, customer)
      const undone = database.transaction(() => {
        const latest = log.undoLatest(scope, customer.id, nowIso())
        if (latest?.contact === 'forbidden') allow(scope, people, 'own')
        if (latest?.contact === 'allowed') {
          forbid(scope, customer)
          closeAgain(
            scope,
            people.filter(({ id }) => id !== customer.id),
          )
        }
        return latest
      })
      if (!undone) fail('not-found', ...sightingFailures.nothingToUndo)
      if (undone.contact !== null) customers.notifyDoNotContact(scope)
    },

    /** Opens the cars of a person again that were closed because the person was not to be contacted. Call it within a transaction. */
    reopenCars,
    /** The undo of `reopenCars`, within a transaction too. */
    closeAgain,

    /** Returns whether anything changed. */
    allowContact(scope: ConnectionRegion, customer: Customer): boolean {
      if (!customer.doNotContact) return false
      const people = customers.recordsOfPerson(scope, customer)
      database.transaction(() => {
        log.append(scope, [toLogged(customer.id, allowedNote, 'allowed')])
        allow(scope, people, 'all')
        // The person's other cars were closed for the same reason.
        reopenCars(scope, people)
      })
      customers.notifyDoNotContact(scope)
      return true
    },
  }
}

export type CallNoteInput = Omit<CallNote, 'id' | 'at' | 'person'>

/** A later date is probably a typing error. */
const maxYearsAhead = 5

/**
 * Validates a call note and trims its texts. Fails with `invalid-input` when an outcome lacks its date or amount, when
 * a date or time is invalid, in the past or too far ahead, and when a closing outcome has a next action.
 */
export function validateCallNote(input: CallNoteInput, now: Date): CallNoteInput {
  const { label, needs, open } = outcomeKind(input.outcome)
  const note = { ...input, note: input.note.trim(), nextAction: input.nextAction.trim() }
  if (needs === 'date' && note.nextDate === null) fail('invalid-input', ...sightingFailures.needsDate(label))
  if (needs === 'amount' && !note.amount) fail('invalid-input', ...sightingFailures.needsAmount(label))
  if (!open && (note.nextTime !== null || note.nextDate !== null || note.nextAction !== ''))
    fail('invalid-input', ...sightingFailures.closed(label))
  if (note.nextDate !== null) validateDate(note.nextDate, localDate(now))
  if (note.nextTime !== null) validateTime(note.nextDate, note.nextTime, now)
  return note
}

function validateDate(date: string, today: string): void {
  if (parseDate(date) === null) fail('invalid-input', ...sightingFailures.invalidDate)
  if (date < today) fail('invalid-input', ...sightingFailures.pastDate)
  if (date > addYears(`${today.slice(0, 4)}-12-31`, maxYearsAhead))
    fail('invalid-input', ...sightingFailures.distantDate)
}

function validateTime(date: string | null, time: string, now: Date): void {
  if (date === null) fail('invalid-input', ...sightingFailures.timeWithoutDate)
  if (!isTimeOfDay(time)) fail('invalid-input', ...sightingFailures.invalidTime)
  const at = instantOnThisPc(date, time)
  if (at && at.getTime() <= now.getTime()) fail('invalid-input', ...sightingFailures.pastTime)
}
