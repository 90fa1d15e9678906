import type { Failure } from '../../../contract/result.ts'
import type { TeamStatus } from '../../../contract/team.ts'
import type { Database } from '../../database/database.ts'
import { readSetting } from '../../database/settings.ts'
import { teamMarkKeySetting } from '../../database/team-outbox.ts'
import { createSignal } from '../../events/signal.ts'
import { withdrawTeamDeletion } from '../../privacy/person-deletions.ts'
import type { Clock } from '../../ports/clock.ts'
import { errorFields, type Log } from '../../ports/log.ts'
import { personMarkKey } from '../crypto/team-keys.ts'
import { clearTeamLog } from '../log/log-repository.ts'
import type { SubjectKey } from '../log/subject.ts'
import type { Outbox } from '../sync/local-side.ts'
import { createTeamSync } from '../sync/team-sync.ts'
import { createTeamLog, type TeamLog } from '../team-log.ts'
import { isSameBody, type SealedEntry, type TeamServer } from '../team-server.ts'
import type { TeamSession } from '../team-session.ts'
import { changeMembership, readMembership, type Membership } from './membership-state.ts'
import { teamMessages } from './team-messages.ts'
import type { TeamSecrets } from './team-secrets.ts'

export interface OpenTeamParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly membership: Membership
  readonly secrets: TeamSecrets
  readonly server: TeamServer
  /** The status may have changed. */
  onChanged(): void
}

/** A team whose log is open on this PC, and its sync. */
export type OpenTeam = ReturnType<typeof openTeam>

const pulledEntries = 5_000
const manyEntries = 5_000
const flushPauseMs = 20

/** Opens the log of the team. A log of another team, from a restored backup, is removed. */
export function openTeam(parts: OpenTeamParts) {
  const { database, clock, log, membership, secrets, server } = parts
  const { teamId, founder, device } = membership
  const markKey = personMarkKey(teamId, secrets.keyRing).toString('hex')
  const savedMarkKey = readSetting(database, teamMarkKeySetting)
  if (savedMarkKey !== null && savedMarkKey !== markKey) clearTeamLog(database)

  const changes = createSignal<readonly SubjectKey[] | null>()
  const notify = (subjects: readonly SubjectKey[] | null): void => {
    try {
      changes.emit(subjects)
    } catch (error) {
      log.write('error', 'team.listener-failed', errorFields(error))
    }
  }
  let [isOpen, isLeaving] = [false, false]
  let closing: Promise<void> | null = null
  let lastSyncedAt = membership.syncedAt

  const teamLog = createTeamLog({
    database,
    identity: { teamId, founder, device, keys: secrets.keys, keyRing: secrets.keyRing },
    now: () => clock.now().getTime(),
    onChanged(subjects) {
      if (!isOpen) return
      if (isRemoved() && !isLeaving) void endSync()
      else sync.push()
      notify(subjects)
      parts.onChanged()
    },
  })
  const isRemoved = (): boolean => teamLog.isRemoved(device)

  /** Not while it waits after a failure: what arrived until then is shown. */
  const isReceivingMany = (): boolean => {
    const { progress, failure } = sync.status()
    return progress !== null && failure === null && progress.total >= manyEntries
  }
  let wasReceivingMany = false
  const saveSyncedAt = (): void => {
    const { currentAt } = sync.status()
    if (currentAt === null || currentAt === lastSyncedAt || readMembership(database)?.teamId !== teamId) return
    lastSyncedAt = currentAt
    changeMembership(database, { syncedAt: currentAt })
  }

  const sync = createTeamSync({
    server,
    outbox: outboxOf(teamLog, device, server),
    inbox: {
      heads: teamLog.heads,
      isMember: (each) => teamLog.members().members.has(each),
      store: teamLog.receive,
    },
    clock,
    random: Math.random,
    onChanged() {
      saveSyncedAt()
      const hasReceivedMany = wasReceivingMany && !isReceivingMany()
      wasReceivingMany = isReceivingMany()
      if (hasReceivedMany) notify([])
      parts.onChanged()
    },
    onError: (error) => log.write('error', 'team.sync-failed', errorFields(error)),
  })

  const syncedAt = (): string | null => sync.status().currentAt ?? lastSyncedAt

  /** The connection first: a call that runs would otherwise be waited for. */
  const endSync = (): Promise<void> => {
    closing ??= server.close().then(() => sync.close())
    return closing
  }

  /** An invited PC, until it has had all entries once. */
  const isJoining = (): boolean =>
    !membership.isPractice && founder.device !== device && syncedAt() === null && !isRemoved()
  /** Leaving removes what is assigned to people of other PCs. */
  const hasAssigned = (): boolean =>
    database.get("SELECT 1 FROM team_entry WHERE device = ? AND kind = 'assignment' LIMIT 1", [device]) !== undefined

  let starting: Promise<void> = Promise.resolve()
  isOpen = true

  const failureNow = (): Failure | null => {
    if (isRemoved()) return teamMessages.removed
    const { failure, currentAt } = sync.status()
    if (failure) return failure
    const isMember = teamLog.members().members.has(device)
    return currentAt !== null && !isMember && teamLog.counts().waiting === 0 ? teamMessages.notAccepted : null
  }

  // Damaged entries of another PC are a failure too, and stop nothing.
  const flush = (longestMs: number): Promise<void> =>
    waitWhile(
      () => teamLog.counts().waiting > 0 && sync.status().retryAt === null && closing === null,
      longestMs,
      clock,
    )

  return {
    session: {
      teamId,
      isPractice: membership.isPractice,
      device,
      syncedAt,
      isReceivingMany,
      log: teamLog,
      add: teamLog.append,
      onChanged: changes.listen,
    } satisfies TeamSession,
    /** Whether an owner has removed this PC, or it has left. */
    isRemoved,
    /** Reads what is waiting from before, then exchanges entries with the server. */
    start(): void {
      starting = teamLog
        .resume()
        .then(() => {
          if (!closing) sync.start()
        })
        .catch((error: unknown) => log.write('error', 'team.not-started', errorFields(error)))
    },
    status(): Pick<TeamStatus, 'age' | 'failure' | 'retryAt' | 'progress' | 'joining'> {
      const { retryAt, progress } = sync.status()
      return {
        age: { syncedAt: syncedAt(), ...teamLog.counts() },
        failure: failureNow(),
        retryAt: isRemoved() ? null : retryAt,
        progress,
        ...(isJoining() ? { joining: { losesWork: hasAssigned() } } : {}),
      }
    },
    /** Whether entries were exchanged and nothing failed since. */
    isOnline: (): boolean => sync.status().currentAt !== null && sync.status().failure === null,
    syncNow: (): void => sync.syncNow(),
    /** Waits until the server has all own entries, or an attempt failed and waits for the next one, but at most this long. */
    flush,
    /**
     * Tells the others that this PC leaves, as `flush` does. The membership says so from then on. While this PC is joining, what the others
     * have asked to delete here is withdrawn.
     */
    async leave(longestMs: number): Promise<void> {
      isLeaving = true
      database.transaction(() => {
        if (isJoining()) withdrawTeamDeletion(database, markKey)
        teamLog.append({ kind: 'leave', data: {} }, null)
        changeMembership(database, { leaving: 'telling' })
      })
      await flush(longestMs)
    },
    /** Goes on with `leave` after a restart, instead of `start`. */
    async resumeLeaving(longestMs: number): Promise<void> {
      isLeaving = true
      sync.start()
      await flush(longestMs)
    },
    /** Ends the sync and the connection. The log can still be read. */
    async close(): Promise<void> {
      teamLog.close()
      await starting
      saveSyncedAt()
      await endSync()
      isOpen = false
    },
  }
}

async function waitWhile(isWaiting: () => boolean, longestMs: number, clock: Clock): Promise<void> {
  const untilMs = clock.monotonicMs() + longestMs
  while (isWaiting() && clock.monotonicMs() < untilMs) await clock.sleep(flushPauseMs)
}

/** The own entries of the log, as the sync reads them. */
function outboxOf(log: TeamLog, device: string, server: TeamServer): Outbox {
  return {
    device: () => device,
    head: () => log.heads().get(device) ?? 0,
    pushed: log.pushed,
    setPushed: log.setPushed,
    read: log.read,
    /** The device stays: entries that the server has not get the next numbers. */
    async startNewDevice() {
      const there: SealedEntry[] = []
      for (;;) {
        const page = await server.pull(device, there.length, pulledEntries)
        there.push(...page)
        if (page.length === 0) break
      }
      const here = log.read(0, there.length)
      const first = there.findIndex(({ body }, at) => {
        const own = here[at]
        return !own || !isSameBody(body, own.body)
      })
      if (first !== -1) await log.receiveOwn(there.slice(first))
    },
  }
}
