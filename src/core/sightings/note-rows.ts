import { inScope } from '../database/scope-sql.ts'
import { outcomeKind, type CallNote, type OutcomeCode } from '../../contract/call-note.ts'

/** What a call note changed in the Do Not Contact list. */
export type ContactChange = 'forbidden' | 'allowed' | null

/** A call note in the table `sighting_entry`, with the name of its person. */
export interface NoteRow {
  readonly number: number
  readonly customer_id: string
  readonly id: string
  readonly at: string
  readonly outcome: string
  readonly note: string
  readonly next_action: string
  readonly next_date: string | null
  readonly next_time: string | null
  readonly amount: number | null
  readonly contact: ContactChange
  readonly person_id: string | null
  readonly person_name: string | null
  readonly team_pc: string | null
}

/** The notes of a connection and region that are not undone. */
export const currentNotes = `${inScope} AND undone_at IS NULL`
export const selectNotes =
  'SELECT sighting_entry.*, coalesce(person.name, sighting_entry.person_name) AS person_name FROM sighting_entry LEFT JOIN person ON person.id = person_id'

/** A call note as it is counted. */
export interface LoggedOutcome {
  readonly id: string
  readonly at: string
  readonly outcome: OutcomeCode
  readonly customerId: string
  readonly personId: string | null
}

/** A code that the contract does not know is an error. */
const toOutcome = (code: string): OutcomeCode => outcomeKind(code as OutcomeCode).code

export const toLoggedOutcome = ({ id, at, outcome, customer_id, person_id }: NoteRow): LoggedOutcome => ({
  id,
  at,
  outcome: toOutcome(outcome),
  customerId: customer_id,
  personId: person_id,
})

export function toCallNote(row: NoteRow): CallNote {
  return {
    id: row.id,
    at: row.at,
    outcome: toOutcome(row.outcome),
    note: row.note,
    nextAction: row.next_action,
    nextDate: row.next_date,
    nextTime: row.next_time,
    amount: row.amount,
    person: row.person_id === null ? null : { id: row.person_id, name: row.person_name ?? row.person_id },
    ...(row.team_pc !== null && { pc: row.team_pc }),
  }
}
