import { addDays, localDate } from '../../../contract/calendar-date.ts'
import type { Recorder } from '../../../contract/call-note.ts'
import type { Customer } from '../../../contract/customer-record.ts'
import type { TeamInvitation } from '../../../contract/team.ts'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { createHybridClock } from '../clock/hybrid-clock.ts'
import { sealEntry } from '../crypto/sealed-entry.ts'
import { currentKey } from '../crypto/team-keys.ts'
import { accountKey } from '../../connections/account-key.ts'
import type { TeamCar, TeamContent } from '../log/entry-kinds.ts'
import { entryText, newEntryId } from '../log/entry.ts'
import { carSubject, subjectOf } from '../log/subject.ts'
import { readInvitation } from '../membership/invitations.ts'
import { newMember } from '../membership/new-membership.ts'
import { mergeCar } from '../merge/merge-car.ts'
import { latestRefs, orderEntries } from '../merge/order-entries.ts'
import type { TeamServer } from '../team-server.ts'
import type { TeamSession } from '../team-session.ts'
import { teamCarOf } from '../work/work-context.ts'
import { colleagueCalls, colleagueTimes, type Colleague } from './colleague-script.ts'

/** All customers of a connection with a sighting, the latest first. */
export type ReadSightedCustomers = (scope: ConnectionRegion) => Promise<readonly Customer[]>

export interface ColleagueParts {
  readonly database: Database
  readonly clock: Clock
  /** The colleague's own connection to the log. */
  readonly server: TeamServer
  /** The team on this PC: a colleague sees what this PC has received. */
  readonly session: TeamSession
  /** The connection and region of practice; null: there is none at the moment. */
  scope(): ConnectionRegion | null
  readonly sightedCustomers: ReadSightedCustomers
  readonly signal: AbortSignal
}

const lockSeconds = 600
const carsLookedAt = 20

/**
 * Joins the practice team with the invitation and works like a member on another PC: writes encrypted and signed entries to the log.
 * Ends when the script of calls ends, and when the colleague is removed. Rejects with the reason of the signal.
 */
export async function runColleague(
  { database, clock, server, session, scope, sightedCustomers, signal }: ColleagueParts,
  { person, pcName }: Colleague,
  { text, passphrase }: Pick<TeamInvitation, 'text' | 'passphrase'>,
): Promise<void> {
  const nowMs = (): number => clock.now().getTime()
  const pause = (ms: number): Promise<void> => clock.sleep(ms, signal)
  const hybridClock = createHybridClock(nowMs)
  let n = 0
  /** Cars that the colleague has called about: this PC may not have the last entry yet. */
  const called = new Set<string>()

  await pause(colleagueTimes.join)
  const {
    membership,
    secrets,
    entry: joining,
  } = newMember(await readInvitation(text, passphrase, nowMs()), null, pcName)
  const { teamId, device } = membership

  const write = async (content: TeamContent, by: Recorder | null): Promise<void> => {
    n += 1
    const before = session.log.entriesOf(subjectOf(content))
    const after = content.kind === 'do-not-contact' ? [] : latestRefs(orderEntries(before))
    const sealed = entryText({ ...content, id: newEntryId(), at: hybridClock.next(), after, by })
    // The first key of the team is in the invitation, and is what a PC joins with.
    const key = currentKey(content.kind === 'join' ? secrets.keyRing : session.log.keys())
    const body = sealEntry(sealed, { teamId, device, n }, key, secrets.keys.sign)
    await server.push([{ device, n, body }])
  }
  const isRemoved = (): boolean => session.log.isRemoved(device)

  const isFree = (car: TeamCar): boolean => mergeCar(session.log.entriesOf(carSubject(car))).locks.length === 0
  /** The car that was listed last and that nobody has worked on; first those that are assigned to the colleague. */
  const nextCar = async (): Promise<TeamCar | null> => {
    const place = scope()
    if (!place) return null
    const account = accountKey({ kind: 'practice', baseUrl: '' }, place.region)
    const params = scopeParams(place)
    const idsOf = (sql: string, more: readonly string[] = []): ReadonlySet<string> =>
      new Set(database.values<string>(`${sql} AND ${inScope}`, [...more, ...params]))
    const recorded = idsOf('SELECT DISTINCT customer_id FROM sighting_entry WHERE undone_at IS NULL')
    const marked = idsOf("SELECT substr(person, 4) FROM do_not_contact WHERE person LIKE 'id:%'")
    const own = idsOf('SELECT customer_id FROM assignment WHERE person_name = ?', [person.name])
    const others = idsOf('SELECT customer_id FROM assignment WHERE person_name <> ?', [person.name])
    const open = (await sightedCustomers(place)).filter(
      ({ id }) => !called.has(id) && !recorded.has(id) && !marked.has(id) && !others.has(id),
    )
    const ordered = [...open.filter(({ id }) => own.has(id)), ...open.filter(({ id }) => !own.has(id))]
    const cars = ordered
      .slice(0, carsLookedAt)
      .map((customer) => teamCarOf({ customers: { find: () => customer } }, place, account, customer.id))
    return cars.find(isFree) ?? null
  }

  const record = async (car: TeamCar, call: (typeof colleagueCalls)[number]): Promise<void> => {
    const { outcome, note, nextAction, nextInDays } = call
    const nextDate = nextInDays === null ? null : addDays(localDate(clock.now()), nextInDays)
    const calledAt = clock.now().toISOString()
    const data = { car, outcome, note, nextAction, nextDate, nextTime: null, amount: null, calledAt }
    if (car.customerId !== null) called.add(car.customerId)
    await write({ kind: 'outcome', data }, person)
    if (outcome !== 'do_not_contact') return
    const { account, region, customerId } = car
    await write({ kind: 'do-not-contact', data: { account, region, customerId, mobiles: [] } }, person)
  }

  await write(joining, null)
  const [firstCall, ...calls] = colleagueCalls
  const firstCar = await nextCar()
  if (firstCall && firstCar) await record(firstCar, firstCall)
  await pause(colleagueTimes.firstCar)
  for (const call of calls) {
    const car = await nextCar()
    if (car && !isRemoved()) {
      await write({ kind: 'lock', data: { car, seconds: lockSeconds } }, person)
      await pause(colleagueTimes.call)
    }
    if (isRemoved()) return
    if (car) await record(car, call)
    await pause(colleagueTimes.pause)
  }
}
