import type { DomainHandlers, MethodOutput } from '../../../contract/methods.ts'
import { fail } from '../../failures/failure-error.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { TeamHolder, TeamSession } from '../team-session.ts'
import { openTeamWork } from './team-work.ts'
import { type WorkParts, teamCarOf } from './work-context.ts'
import { workMessages } from './work-text.ts'
import type { TeamCarState } from '../../../contract/team.ts'
import { requireScope, type ConnectionRegion } from '../../connections/connection-region.ts'
import type { TeamCar } from '../log/entry-kinds.ts'
import { refOf } from '../log/entry.ts'
import { carSubject } from '../log/subject.ts'
import { activeLock, mergeCar, replacedUnseen } from '../merge/merge-car.ts'
import { createWorkAccounts, type WorkAccounts } from './work-accounts.ts'
import type { Region } from '../../../contract/region.ts'
import type { Database } from '../../database/database.ts'
import { serviceOfAccount } from '../../connections/account-key.ts'
import { nameKey } from '../../people/name-key.ts'

type Handlers = DomainHandlers<'teamWork', AbortSignal>
type Parts = Pick<WorkParts, 'customers' | 'currentPerson' | 'listeners'>

/** The shared work of each team that is opened. Without a team its methods answer that there is none. */
export function createTeamWork(storage: OpenStorage, team: TeamHolder, parts: Parts): Handlers {
  const { database, clock, log } = storage
  team.onOpened((session) => openTeamWork({ ...parts, database, clock, log }, session).close)

  const open = (): Handlers | null => {
    const session = team.currentTeam()
    return session && createWorkHandlers(storage, parts, session)
  }
  const requireOpen = (): Handlers => open() ?? fail('not-found', ...workMessages.noTeam)

  return {
    car: async (input, signal) => open()?.car(input, signal) ?? { work: null },
    uploads: async (input, signal) =>
      open()?.uploads(input, signal) ?? { hasTeam: false, total: 0, people: [], uploads: [] },
    take: async (input, signal) => requireOpen().take(input, signal),
    release: async (input, signal) => requireOpen().release(input, signal),
  }
}

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
    const replaced = replacedUnseen(arrived)
    return {
      lock: lock && {
        by: lock.by,
        device: lock.device,
        until: new Date(lock.untilMs).toISOString(),
        isThisPc: lock.device === device,
      },
      replaced: replaced && { to: replaced.to.name, by: replaced.by?.name ?? nameOfPc(replaced.device) },
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

interface UploadRow {
  readonly id: string
  readonly device: string
  readonly isOwn: number
  readonly pcName: string
  readonly at: string
  readonly personId: string | null
  readonly personName: string | null
  readonly account: string
  readonly region: Region
  readonly name: string
  readonly fileName: string
  readonly rows: number
  readonly created: number
  readonly finished: number
}

interface UploadListParts {
  readonly database: Database
  readonly accounts: Pick<WorkAccounts, 'scopesOf'>
  /** Empty: not known. */
  nameOfPc(device: string): string
}

/** A page of the uploads of all PCs, newest first. */
export function listTeamUploads(
  { database, accounts, nameOfPc }: UploadListParts,
  { person, offset, limit }: { readonly person: string | null; readonly offset: number; readonly limit: number },
): MethodOutput<'teamWork.uploads'> {
  const written = database.values<string>(
    "SELECT coalesce(person_name, '') FROM team_upload GROUP BY 1 ORDER BY max(at) DESC",
  )
  const people = new Map(written.toReversed().map((name) => [nameKey(name), name.trim()]))
  const wanted = person === null ? null : JSON.stringify(written.filter((name) => nameKey(name) === nameKey(person)))
  const isOfPerson = "($wanted IS NULL OR coalesce(person_name, '') IN (SELECT value FROM json_each($wanted)))"
  const total = database.value<number>(`SELECT count(*) FROM team_upload WHERE ${isOfPerson}`, { wanted })
  const rows = database.all<UploadRow>(
    `SELECT id, device, is_own AS isOwn, pc_name AS pcName, at, person_id AS personId, person_name AS personName, account, region, name,
       file_name AS fileName, rows, created, finished
     FROM team_upload WHERE ${isOfPerson} ORDER BY at DESC, device, id LIMIT $limit OFFSET $offset`,
    { wanted, limit, offset },
  )
  const connectionName = (account: string): string => {
    const [scope] = accounts.scopesOf(account)
    const known = scope && database.value<string>('SELECT name FROM connection WHERE id = ?', [scope.connectionId])
    return known ?? serviceOfAccount(account)
  }
  return {
    hasTeam: true,
    total: total ?? 0,
    people: [...people.values()].toSorted((one, other) => one.localeCompare(other, 'en')),
    uploads: rows.map(({ isOwn, finished, personId, personName, account, ...row }) => ({
      ...row,
      // An upload can be listed before the name of its PC has arrived.
      pcName: nameOfPc(row.device) || row.pcName,
      person: personName === null ? null : { id: personId ?? '', name: personName },
      finished: finished === 1,
      isThisPc: isOwn === 1,
      connectionName: connectionName(account),
    })),
  }
}
