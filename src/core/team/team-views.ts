import type { Steps } from '../scheduling/in-slices.ts'
import type { OutcomeCode } from '../../contract/call-note.ts'
import type { TeamCarWork, TeamPersonWeek, TeamUpload } from '../../contract/team.ts'
import { regionOfAccount } from '../connections/account-key.ts'
import { carSubject, contactSubject, uploadSubject, type SubjectKey } from './log/subject.ts'
import type { TeamCar } from './log/entry-kinds.ts'
import { refOf } from './log/entry.ts'
import { activeLock, mergeCar, type MergedCar } from './merge/merge-car.ts'
import { mergeContacts, type MergedContacts } from './merge/merge-contacts.ts'
import { mergeUploads } from './merge/merge-shared.ts'
import type { TeamLog } from './team-log.ts'

type Readable = Pick<TeamLog, 'entriesOf' | 'subjectsSince'>

const isoOf = (ms: number): string => new Date(ms).toISOString()
const carOf = (log: Readable, subject: SubjectKey): MergedCar =>
  mergeCar(log.entriesOf(subject).map(({ entry }) => entry))

/** What the team knows about a car, as the screens show it. `device`: this PC. */
export function carWork(
  log: Readable,
  car: Pick<TeamCar, 'account' | 'customerId' | 'rego' | 'state' | 'vin'>,
  { device, nowMs }: { readonly device: string; readonly nowMs: number },
): TeamCarWork {
  const arrived = log.entriesOf(carSubject(car))
  const merged = mergeCar(arrived.map(({ entry }) => entry))
  const arrivals = new Map(arrived.map(({ entry, arrivedAtMs }) => [refOf(entry.device, entry.id), arrivedAtMs]))
  const lock = activeLock(merged, nowMs, (ref) => arrivals.get(ref) ?? nowMs)
  return {
    outcomes: merged.outcomes.map(({ ref, device: by, by: person, calledAt, outcome, note, ...next }) => {
      const { nextAction, nextDate, nextTime, amount } = next
      return { ref, device: by, person, at: calledAt, outcome, note, nextAction, nextDate, nextTime, amount }
    }),
    notes: merged.notes.map(({ ref, device: by, by: person, atMs, text }) => ({
      ref,
      device: by,
      at: isoOf(atMs),
      text,
      person,
    })),
    assignedTo: merged.assignment?.to ?? null,
    lock: lock && { by: lock.by, device: lock.device, until: isoOf(lock.untilMs), isThisPc: lock.device === device },
  }
}

/** Who must not be contacted, of one account. */
export const contactsOf = (log: Readable, account: string): MergedContacts =>
  mergeContacts(log.entriesOf(contactSubject(account)).map(({ entry }) => entry))

/** The outcomes of each person from one time to another (milliseconds; `toMs` is not included), by name. A step for each car. */
export function* weekByPerson(log: Readable, fromMs: number, toMs: number): Steps<TeamPersonWeek[]> {
  const weeks = new Map<string, { name: string | null; outcomes: Map<OutcomeCode, number>; cars: Set<SubjectKey> }>()
  for (const subject of log.subjectsSince(fromMs)) {
    for (const { atMs, by, outcome } of carOf(log, subject).outcomes) {
      if (atMs < fromMs || atMs >= toMs) continue
      const name = by?.name.normalize('NFC').trim() ?? null
      const key = name?.toLocaleLowerCase('en') ?? ''
      const week = weeks.get(key) ?? { name, outcomes: new Map(), cars: new Set() }
      week.outcomes.set(outcome, (week.outcomes.get(outcome) ?? 0) + 1)
      week.cars.add(subject)
      weeks.set(key, week)
    }
    yield
  }
  return [...weeks]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { name, outcomes, cars }]) => ({ name, outcomes: Object.fromEntries(outcomes), cars: cars.size }))
}

/** Uploads of this file (SHA-256 in hexadecimal) on any PC, newest first. */
export const uploadsOfFile = (log: Readable, fileHash: string): TeamUpload[] =>
  mergeUploads(log.entriesOf(uploadSubject(fileHash)).map(({ entry }) => entry)).uploads.map(
    ({ id, device, by, atMs, name, fileName, rows, created, finished, account }) => ({
      id,
      device,
      at: isoOf(atMs),
      person: by,
      name,
      fileName,
      rows,
      created,
      finished,
      region: regionOfAccount(account),
    }),
  )
