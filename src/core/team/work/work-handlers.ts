import type { DomainHandlers } from '../../../contract/methods.ts'
import type { TeamCarState } from '../../../contract/team.ts'
import { requireScope, type ConnectionRegion } from '../../connections/connection-region.ts'
import { fail } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { TeamCar } from '../log/entry-kinds.ts'
import { refOf } from '../log/entry.ts'
import { carSubject } from '../log/subject.ts'
import { activeLock, mergeCar } from '../merge/merge-car.ts'
import type { TeamSession } from '../team-session.ts'
import { listTeamUploads } from './uploads-list.ts'
import { createWorkAccounts } from './work-accounts.ts'
import { teamCarOf, type WorkParts } from './work-context.ts'
import { workMessages } from './work-text.ts'

export type WorkHandlers = DomainHandlers<'teamWork', AbortSignal>

/** How long a car is taken: taking it again extends the time. */
const lockSeconds = 600

interface CarInput {
  readonly customerId: string
  readonly source?: ConnectionRegion | undefined
}

/** The methods about the work of an open team. */
export function createWorkHandlers(
  storage: OpenStorage,
  { customers, currentPerson }: Pick<WorkParts, 'customers' | 'currentPerson'>,
  session: TeamSession,
): WorkHandlers {
  const { database, clock } = storage
  const { log, device } = session
  const accounts = createWorkAccounts(database, session.isPractice ? 'practice' : 'account')

  /** Null: the connection in use is not shared with the team. */
  const findCar = ({ customerId, source }: CarInput): TeamCar | null => {
    accounts.refresh()
    const scope = source ?? requireScope(storage)
    const account = accounts.accountOf(scope)
    return account === null ? null : teamCarOf({ customers }, scope, account, customerId)
  }
  const requireCar = (input: CarInput): TeamCar => findCar(input) ?? fail('rejected', ...workMessages.notShared)
  const nameOfPc = (pc: string): string => log.members().members.get(pc)?.name ?? ''

  const workOf = (car: TeamCar): TeamCarState => {
    const nowMs = clock.now().getTime()
    const arrived = log.entriesOf(carSubject(car))
    const merged = mergeCar(arrived)
    const arrivals = new Map(arrived.map(({ device: pc, id, arrivedAtMs }) => [refOf(pc, id), arrivedAtMs]))
    const lock = activeLock(merged, nowMs, (ref) => arrivals.get(ref) ?? nowMs)
    return {
      lock: lock && {
        by: lock.by,
        device: lock.device,
        until: new Date(lock.untilMs).toISOString(),
        isThisPc: lock.device === device,
      },
      pcNames: Object.fromEntries(
        [...merged.outcomes, ...(lock ? [lock] : [])].map((each) => [each.device, nameOfPc(each.device)]),
      ),
      syncedAt: session.syncedAt(),
      waiting: log.counts().waiting,
    }
  }

  return {
    async car(input) {
      const car = findCar(input)
      return { work: car && workOf(car) }
    },

    async take(input) {
      const car = requireCar(input)
      const { lock } = workOf(car)
      if (lock && !lock.isThisPc) fail('conflict', ...workMessages.taken(lock.by?.name ?? nameOfPc(lock.device)))
      session.add({ kind: 'lock', data: { car, seconds: lockSeconds } }, currentPerson())
      return { work: workOf(car) }
    },

    async release(input) {
      const car = requireCar(input)
      const { locks } = mergeCar(log.entriesOf(carSubject(car)))
      const own = locks.filter((lock) => lock.device === device).map(({ ref }) => ref)
      if (own.length > 0) session.add({ kind: 'lock-released', data: { car, locks: own } }, currentPerson())
      return { work: workOf(car) }
    },

    async uploads(input) {
      accounts.refresh()
      return listTeamUploads({ database, accounts, nameOfPc }, input)
    },
  }
}
