import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { setAssignment } from '../../sightings/assignments.ts'
import { onThisPc } from '../../sightings/call-times.ts'
import type { EntryRef } from '../log/entry.ts'
import type { SubjectKey } from '../log/subject.ts'
import { mergeCar, type MergedOutcome } from '../merge/merge-car.ts'
import { leftPrefix } from '../log/leave-work.ts'
import type { WorkContext } from './work-context.ts'

interface Row {
  readonly number: number
  /** Behind `leftPrefix` of an own note from the time before this PC left the team. */
  readonly ref: EntryRef
  readonly undone_at: string | null
}

/** The account and the customer's id in the subject of a car; null: the entries name it by its VIN or rego only. */
function customerOf(subject: SubjectKey): { readonly account: string; readonly customerId: string } | null {
  const [, account, customerId] = /^car (\S+ \S+) id:(.+)$/s.exec(subject) ?? []
  return account && customerId ? { account, customerId } : null
}

/** Two connections can have the same address with other logins: the one that has the record gets the notes. */
function scopeOfCustomer(
  { customers }: WorkContext,
  scopes: readonly ConnectionRegion[],
  id: string,
): ConnectionRegion | null {
  const owner = scopes.length > 1 ? scopes.find((scope) => customers.find(scope, id) !== null) : null
  return owner ?? scopes[0] ?? null
}

/**
 * Makes the call notes of a car equal to the merged outcomes of the team: adds those of other PCs, removes those that were taken back or
 * deleted, and puts them in the same order as on each PC. Own notes that are not in the log so far stay. Returns whether notes changed.
 */
export function applyCar(work: WorkContext, subject: SubjectKey): boolean {
  const car = customerOf(subject)
  const scopes = car ? work.accounts.scopesOf(car.account) : []
  const scope = car && scopeOfCustomer(work, scopes, car.customerId)
  if (!car || !scope) return false
  const { customerId } = car
  const merged = mergeCar(work.session.log.entriesOf(subject))
  const outcomes = merged.outcomes.toReversed()
  const notes = { scope, customerId }
  const before = relinkOwn(work, notesOf(work, notes), outcomes)
  const others = scopes.filter((each) => each !== scope).map((each) => ({ scope: each, customerId }))
  const elsewhere = others.map((each) => relinkOwn(work, notesOf(work, each), outcomes))
  const known = new Set([before, ...elsewhere].flatMap(({ rows }) => rows.map(({ ref }) => ref)))
  const added = outcomes.filter(({ ref }) => !known.has(ref))
  for (const outcome of added) addOutcome(work, notes, outcome)
  const removed = removeOthers(work, before.rows, new Set(outcomes.map(({ ref }) => ref)))
  const isInOrder = isOrdered(before.rows, outcomes)
  if (!isInOrder) sortNotes(work, notes, outcomes)
  setAssignment(work.database, scope, customerId, merged.assignment?.to ?? null)
  const isRelinked = [before, ...elsewhere].some(({ relinked }) => relinked)
  return isRelinked || added.length > 0 || removed || !isInOrder
}

interface CustomerNotes {
  readonly scope: ConnectionRegion
  readonly customerId: string
}

/** Notes of this PC from the time before it left the team are the same again. */
function relinkOwn(
  { database }: WorkContext,
  rows: readonly Row[],
  outcomes: readonly MergedOutcome[],
): { readonly rows: readonly Row[]; readonly relinked: boolean } {
  if (!rows.some(({ ref }) => ref.startsWith(leftPrefix))) return { rows, relinked: false }
  const refs = new Set(outcomes.map(({ ref }) => ref))
  let relinked = false
  const linked = rows.map((row) => {
    const ref = row.ref.startsWith(leftPrefix) ? row.ref.slice(leftPrefix.length) : null
    if (ref === null || !refs.has(ref)) return row
    database.run('UPDATE sighting_entry SET team_ref = ? WHERE number = ?', [ref, row.number])
    relinked = true
    return { ...row, ref }
  })
  return { rows: linked, relinked }
}

/** Ids of the same PC follow each other, so that neighbours in their index are written together. No row has a greater one than its number. */
const nextId = "(SELECT printf('team %012d', coalesce(max(number), 0) + 1) FROM sighting_entry)"

function addOutcome({ database, clock, session }: WorkContext, car: CustomerNotes, outcome: MergedOutcome): void {
  const { ref, device, by, nextAt } = outcome
  const next = nextAt === undefined ? { date: outcome.nextDate, time: outcome.nextTime } : onThisPc(new Date(nextAt))
  const isOwn = device === session.device
  database.run(
    `INSERT INTO sighting_entry (connection_id, region, customer_id, id, at, outcome, note, next_action, next_date, next_time,
       amount, person_id, person_name, team_ref, team_pc, reminded_at)
     VALUES (?, ?, ?, ${nextId}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      ...scopeParams(car.scope),
      car.customerId,
      outcome.calledAt,
      outcome.outcome,
      outcome.note,
      outcome.nextAction,
      next.date,
      next.time,
      outcome.amount,
      by?.id ?? null,
      by?.name ?? null,
      ref,
      isOwn ? null : device,
      // Each PC reminds of the calls that were planned on it.
      isOwn ? null : clock.now().toISOString(),
    ],
  )
}

/** The notes of the log, in the order of the list. */
const notesOf = ({ database }: WorkContext, { scope, customerId }: CustomerNotes): Row[] =>
  database.all<Row>(
    `SELECT number, team_ref AS ref, undone_at FROM sighting_entry
     WHERE ${inScope} AND customer_id = ? AND team_ref IS NOT NULL ORDER BY number`,
    [...scopeParams(scope), customerId],
  )

function removeOthers({ database }: WorkContext, rows: readonly Row[], refs: ReadonlySet<EntryRef>): boolean {
  // A note that was undone here is in the log until the undo is.
  const gone = rows.filter(
    ({ ref, undone_at: undoneAt }) => undoneAt === null && !ref.startsWith(leftPrefix) && !refs.has(ref),
  )
  for (const { number } of gone) database.run('DELETE FROM sighting_entry WHERE number = ?', [number])
  return gone.length > 0
}

/** Whether the notes that were here are in the order of the outcomes, and before those that were added after them. */
function isOrdered(before: readonly Row[], outcomes: readonly MergedOutcome[]): boolean {
  const numbers = new Map(before.map(({ ref, number }) => [ref, number]))
  let last = 0
  for (const { ref } of outcomes) {
    const number = numbers.get(ref) ?? Infinity
    if (number < last) return false
    last = number
  }
  return true
}

/** The order of call notes is that of their numbers: from the first one out of order, they get new ones. */
function sortNotes(work: WorkContext, car: CustomerNotes, outcomes: readonly MergedOutcome[]): void {
  const rows = new Map(notesOf(work, car).map(({ ref, number }) => [ref, number]))
  let [last, moved] = [0, false]
  for (const { ref } of outcomes) {
    const number = rows.get(ref)
    if (number === undefined) continue
    if (moved || number < last) {
      work.database.run(
        'UPDATE sighting_entry SET number = (SELECT max(number) + 1 FROM sighting_entry) WHERE number = ?',
        [number],
      )
      moved = true
    }
    last = number
  }
}
