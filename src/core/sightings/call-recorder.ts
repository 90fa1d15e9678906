import { randomUUID } from 'node:crypto'
import { localDate } from '../../contract/calendar-date.ts'
import type { Customer } from '../../contract/customers.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Customers } from '../customers/customers.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { outcomeKind } from './call-list.ts'
import type { CallLog, ContactChange } from './call-log.ts'
import { contactAllowedNote, sightingFailures } from './sightings-text.ts'
import { validateCallNote, type CallNoteInput } from './validate-call-note.ts'

export interface CallRecorderParts {
  readonly database: Database
  readonly clock: Clock
  readonly customers: Pick<Customers, 'recordsOfPerson' | 'doNotContact' | 'notifyDoNotContact'>
  readonly log: CallLog
}

/** Records call notes, and with them who must not be contacted. */
export interface CallRecorder {
  /** Fails with `invalid-input` for an incomplete note and with `conflict` for a call to a Do Not Contact person. */
  record(scope: ConnectionRegion, customer: Customer, input: CallNoteInput): void
  /** Fails with `not-found` when the car has no notes. */
  undoLatest(scope: ConnectionRegion, customer: Customer): void
  /** Returns whether anything changed. */
  allowContact(scope: ConnectionRegion, customer: Customer): boolean
  /** Opens the cars of a person again that were closed because the person was not to be contacted. Call it within a transaction. */
  reopenCars(scope: ConnectionRegion, people: readonly Customer[]): void
}

const allowedNote = {
  outcome: 'new',
  note: contactAllowedNote,
  nextAction: '',
  nextDate: null,
  amount: null,
} as const

export function createCallRecorder({ database, clock, customers, log }: CallRecorderParts): CallRecorder {
  const nowIso = (): string => clock.now().toISOString()

  const append = (scope: ConnectionRegion, customerId: string, input: CallNoteInput, contact: ContactChange): void =>
    log.append(scope, customerId, { note: { ...input, id: randomUUID(), at: nowIso() }, contact })
  const allow = (scope: ConnectionRegion, people: readonly Customer[]): void => {
    for (const person of people) customers.doNotContact.remove(scope, person)
  }
  const forbid = (scope: ConnectionRegion, customer: Customer): void =>
    customers.doNotContact.add(scope, customer, nowIso())

  const reopenCars: CallRecorder['reopenCars'] = (scope, people) => {
    for (const { id } of people) {
      if (log.latest(scope).get(id)?.outcome === 'do_not_contact') append(scope, id, allowedNote, null)
    }
  }

  return {
    record(scope, customer, input) {
      const note = validateCallNote(input, localDate(clock.now()))
      if (customer.doNotContact && outcomeKind(note.outcome).isCall) {
        fail('conflict', ...sightingFailures.doNotContact)
      }
      const forbids = note.outcome === 'do_not_contact' && !customer.doNotContact
      database.transaction(() => {
        append(scope, customer.id, note, forbids ? 'forbidden' : null)
        if (forbids) forbid(scope, customer)
      })
      if (forbids) customers.notifyDoNotContact(scope)
    },

    undoLatest(scope, customer) {
      const people = customers.recordsOfPerson(scope, customer)
      const undone = database.transaction(() => {
        const latest = log.undoLatest(scope, customer.id, nowIso())
        if (latest?.contact === 'forbidden') allow(scope, people)
        if (latest?.contact === 'allowed') forbid(scope, customer)
        return latest
      })
      if (!undone) fail('not-found', ...sightingFailures.nothingToUndo)
      if (undone.contact !== null) customers.notifyDoNotContact(scope)
    },

    reopenCars,

    allowContact(scope, customer) {
      if (!customer.doNotContact) return false
      const people = customers.recordsOfPerson(scope, customer)
      database.transaction(() => {
        append(scope, customer.id, allowedNote, 'allowed')
        allow(scope, people)
        // The person's other cars were closed for the same reason.
        reopenCars(scope, people)
      })
      customers.notifyDoNotContact(scope)
      return true
    },
  }
}
