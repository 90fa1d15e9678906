import { OutcomeCode, outcomeKind } from '../../contract/call-note.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { CsvCell } from '../export/csv-text.ts'
import { assignmentsOf } from '../sightings/assignments.ts'
import { exportHeaders as headers } from './data-export-text.ts'
import type { HiddenContact } from './hide-contact.ts'
import type { ExportTable } from './write-table.ts'

const rowsPerBatch = 100

export interface CallSources {
  readonly database: Database
  /** The record as the list shows it; null: it was deleted. */
  find(scope: ConnectionRegion, id: string): Pick<Customer, 'clientName' | 'rego' | 'doNotContact'> | null
  /** Null where numbers are included. */
  readonly hidden: HiddenContact | null
  /** Whether the person of a record that may be deleted is Do Not Contact. */
  isDoNotContact(customerId: string): boolean
}

interface CallRow {
  readonly number: number
  readonly customer_id: string
  readonly at: string
  readonly person: string | null
}

/** `person`: whose name it is; a row of another PC of the team has the name itself. */
type Sql = { readonly from: string; readonly person: string; readonly columns: string }

/** The rows of a table in the order of their numbers, in batches. */
function* batchesOf<R extends CallRow>(
  { database, find, hidden, isDoNotContact }: CallSources,
  scope: ConnectionRegion,
  { from, person, columns }: Sql,
  cellsOf: (row: R, hide: (text: string) => string) => readonly CsvCell[],
): Generator<CsvCell[][]> {
  const sql = `SELECT number, customer_id, at, ${person} AS person, ${columns} FROM ${from} LEFT JOIN person ON person.id = person_id
    WHERE ${inScope} AND number > ? ORDER BY number LIMIT ${rowsPerBatch}`
  for (let after = 0; ;) {
    const rows = database.all<R>(sql, [...scopeParams(scope), after])
    yield rows.map((row) => {
      const customer = find(scope, row.customer_id)
      const isHidden = customer ? customer.doNotContact : isDoNotContact(row.customer_id)
      const hide = hidden ? (isHidden ? hidden.ofPerson : hidden.inText) : (text: string) => text
      const { person } = row
      return [
        row.customer_id,
        customer?.clientName ?? null,
        customer?.rego ?? null,
        row.at,
        person,
        ...cellsOf(row, hide),
      ]
    })
    const last = rows.at(-1)
    if (!last || rows.length < rowsPerBatch) return
    after = last.number
  }
}

const common = [headers.recordId, headers.name, headers.rego, headers.at, headers.person]

interface NoteRow extends CallRow {
  readonly outcome: string
  readonly note: string
  readonly next_action: string
  readonly next_date: string | null
  readonly next_time: string | null
  readonly amount: number | null
  readonly undone_at: string | null
}

/** The call log: notes of deleted records and undone ones are in it. */
export const callNoteTable = (sources: CallSources, scope: ConnectionRegion): ExportTable => ({
  columns: [
    ...[...common, headers.outcome, headers.notes, headers.nextAction].map((title) => ({ title })),
    { title: headers.nextDate, isDay: true },
    ...[headers.nextTime, headers.amount, headers.undoneAt].map((title) => ({ title })),
  ],
  batches: () =>
    batchesOf<NoteRow>(
      sources,
      scope,
      {
        from: 'sighting_entry',
        person: 'coalesce(name, person_name)',
        columns: 'outcome, note, next_action, next_date, next_time, amount, undone_at',
      },
      ({ outcome, note, next_action, next_date, next_time, amount, undone_at }, hide) => [
        outcomeLabel(outcome),
        hide(note),
        hide(next_action),
        next_date,
        next_time,
        amount,
        undone_at,
      ],
    ),
})

const outcomeLabel = (code: string): string => {
  const known = OutcomeCode.safeParse(code)
  return known.success ? outcomeKind(known.data).label : code
}

interface AttemptRow extends CallRow {
  readonly channel: string
  readonly template: string | null
  readonly reason: string
}

/** Messages that were opened, and calls outside calling hours. */
export const contactAttemptTable = (sources: CallSources, scope: ConnectionRegion): ExportTable => ({
  columns: [...common, headers.channel, headers.template, headers.reason].map((title) => ({ title })),
  batches: () =>
    batchesOf<AttemptRow>(
      sources,
      scope,
      { from: 'contact_attempt', person: 'name', columns: 'channel, template, reason' },
      ({ channel, template, reason }, hide) => [channel, template, hide(reason)],
    ),
})

/** Who makes which call. */
export const assignmentTable = (
  { database, find }: Pick<CallSources, 'database' | 'find'>,
  scope: ConnectionRegion,
): ExportTable => ({
  columns: [headers.recordId, headers.name, headers.rego, headers.assignedTo].map((title) => ({ title })),
  *batches() {
    const assigned = [...assignmentsOf(database, scope)]
    for (let at = 0; at < assigned.length; at += rowsPerBatch) {
      yield assigned.slice(at, at + rowsPerBatch).map(([id, to]) => {
        const customer = find(scope, id)
        return [id, customer?.clientName ?? null, customer?.rego ?? null, to.name]
      })
    }
  },
})
