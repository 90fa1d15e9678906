import type { TeamCarWork } from '../../contract/team.ts'
import { carSubject } from './log/subject.ts'
import type { TeamCar } from './log/entry-kinds.ts'
import { refOf } from './log/entry.ts'
import { activeLock, mergeCar } from './merge/merge-car.ts'
import type { TeamLog } from './team-log.ts'

const isoOf = (ms: number): string => new Date(ms).toISOString()
/** What the team knows about a car, as the screens show it. `device`: this PC. */
export function carWork(
  log: Pick<TeamLog, 'entriesOf'>,
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
