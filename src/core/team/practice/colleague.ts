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
import type { DataOf, TeamCar, TeamContent } from '../log/entry-kinds.ts'
import { entryText, newEntryId } from '../log/entry.ts'
import { carSubject, subjectOf } from '../log/subject.ts'
import { readInvitation } from '../membership/invitations.ts'
import { newMember } from '../membership/new-membership.ts'
import { mergeCar } from '../merge/merge-car.ts'
import { latestRefs, orderEntries } from '../merge/order-entries.ts'
import type { TeamServer } from '../team-server.ts'
import type { TeamSession } from '../team-session.ts'
import { teamCarOf } from '../work/work-context.ts'

type Call = Pick<DataOf<'outcome'>, 'outcome' | 'note' | 'nextAction'> & {
  /** Days from today to the next action; null: none. */
  readonly nextInDays: number | null
}

interface Colleague {
  readonly person: Recorder
  readonly pcName: string
}

/** Who joins the practice team, in this order, and again from the first one. */
export const colleagues: readonly Colleague[] = [
  { person: { id: 'practice-colleague-1', name: 'Priya Shah' }, pcName: 'Priya’s PC (simulated)' },
  { person: { id: 'practice-colleague-2', name: 'Marcus Webb' }, pcName: 'Marcus’s PC (simulated)' },
  { person: { id: 'practice-colleague-3', name: 'Hannah Lee' }, pcName: 'Hannah’s PC (simulated)' },
]

/** What a colleague records, in this order. The first call is short, the others take their time. */
const colleagueCalls: readonly Call[] = [
  { outcome: 'voicemail', note: 'Left a message about a trade-in.', nextAction: '', nextInDays: null },
  {
    outcome: 'appraisal_booked',
    note: 'Happy to bring the car in.',
    nextAction: 'Appraisal at the yard',
    nextInDays: 2,
  },
  { outcome: 'do_not_contact', note: 'Asked not to be called again.', nextAction: '', nextInDays: null },
  { outcome: 'no_answer', note: '', nextAction: '', nextInDays: null },
  { outcome: 'call_back', note: 'Was at work.', nextAction: 'Call again', nextInDays: 1 },
  { outcome: 'price_gap', note: 'Wants more than the car is listed for.', nextAction: '', nextInDays: null },
]

/** Times in milliseconds: long enough to see each step, short enough to wait for. */
const colleagueTimes = {
  join: 2_000,
  /** `call`: from taking a car to its outcome; `pause`: from there to the next car. */
  first: { call: 2_500, pause: 2_500 },
  later: { call: 45_000, pause: 60_000 },
} as const

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

  const isFree = (car: TeamCar): boolean => mergeCar(session.log.entriesOf(carSubject(car))).locks.length === 0
  /** The car that was listed last and that nobody has worked on; first those that are assigned to the colleague. */
  const nextCar = async (): Promise<TeamCar | undefined> => {
    const place = scope()
    if (!place) return undefined
    const account = accountKey({ kind: 'practice', baseUrl: '' }, place.region)
    const idsOf = (sql: string, more: readonly string[] = []): ReadonlySet<string> =>
      new Set(database.values<string>(`${sql} AND ${inScope}`, [...more, ...scopeParams(place)]))
    const own = idsOf('SELECT customer_id FROM assignment WHERE person_name = ?', [person.name])
    const taken = [
      called,
      idsOf('SELECT customer_id FROM sighting_entry WHERE undone_at IS NULL'),
      idsOf("SELECT substr(person, 4) FROM do_not_contact WHERE person LIKE 'id:%'"),
      idsOf('SELECT customer_id FROM assignment WHERE person_name <> ?', [person.name]),
    ]
    return (await sightedCustomers(place))
      .filter(({ id }) => !taken.some((ids) => ids.has(id)))
      .toSorted((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)))
      .slice(0, carsLookedAt)
      .map((customer) => teamCarOf({ customers: { find: () => customer } }, place, account, customer.id))
      .find(isFree)
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
  for (const [at, call] of colleagueCalls.entries()) {
    const times = at === 0 ? colleagueTimes.first : colleagueTimes.later
    const car = await nextCar()
    if (car) {
      await write({ kind: 'lock', data: { car, seconds: lockSeconds } }, person)
      await pause(times.call)
      if (session.log.isRemoved(device)) return
      await record(car, call)
    }
    await pause(times.pause)
    if (session.log.isRemoved(device)) return
  }
}
