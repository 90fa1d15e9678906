import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { assertNever } from '../../../contract/result.ts'
import type { RemoteCustomer, ServiceClient, ServiceFailure } from '../../service/service-client.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { createStepLoop, type StepEnd, type StepLoop } from '../../scheduling/step-loop.ts'
import type { Bin } from '../journal/bin.ts'
import type { Edit, EditJournal } from '../journal/edit-journal.ts'
import type { SavedValues } from '../journal/recent-saves.ts'
import { patchOf, changeRecovery, compareWithServer } from '../editing/conflict.ts'

export interface SendTiming {
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** Until the next try when nothing can be done before she has acted: she hurries it by acting. */
  readonly blockedMs: number
  /** How long a call in hand may still take when the program closes; then its answer counts as lost. */
  readonly closeGraceMs: number
  /** Records that are worked on at once. */
  readonly atOnce: number
  random(): number
}

export const defaultSendTiming: SendTiming = {
  firstBackoffMs: 1_000,
  longestBackoffMs: 60_000,
  blockedMs: 300_000,
  closeGraceMs: 5_000,
  atOnce: 4,
  random: Math.random,
}

/** What the sender writes down of its answers: each within one transaction. */
export interface SentOutcomes {
  /** The service holds the edit's value: the record is newer than the copy's. */
  settled(edit: Edit, record: RemoteCustomer): void
  /** The record as it is at the service, with nothing of ours settled. */
  seen(scope: ConnectionRegion, record: RemoteCustomer): void
  conflict(edit: Edit, record: RemoteCustomer): void
  refused(edit: Edit, error: ServiceFailure): void
  /** The service does not have the record: it was deleted elsewhere, or has expired. */
  gone(scope: ConnectionRegion, customerId: string): void
  /** The service has deleted the record; null: a call whose answer was lost has, so that the copy's is the last known. */
  deleted(scope: ConnectionRegion, customerId: string, record: RemoteCustomer | null): void
  deletionRefused(scope: ConnectionRegion, customerId: string, error: ServiceFailure): void
}

/** Sends edits and deletions in the background: in order for each record, one call of a record at a time, a few records at once. */
export interface ChangeSender {
  start(): void
  /** The journal of a connection has changed: look again. */
  wake(connectionId: string): void
  /** Whatever it waits for may be over. */
  hurry(connectionId: string): void
  close(): Promise<void>
}

/** How the work on one record ended. */
type ItemEnd =
  | { readonly end: 'done' }
  | { readonly end: 'wait'; readonly reason: string; readonly atLeastMs: number | null; readonly all: boolean }

interface SendStep {
  readonly do: 'send'
  readonly records: readonly (ConnectionRegion & { readonly customerId: string })[]
}

/** Looked through for records that are not held back just now. */
const mostLookedAt = 400

export function createChangeSender(
  storage: OpenStorage,
  parts: {
    readonly edits: EditJournal
    readonly bin: Bin
    readonly saved: Pick<SavedValues, 'staleOf'>
    readonly timing: SendTiming
    readonly outcomes: SentOutcomes
  },
): ChangeSender {
  const { edits, bin, saved, timing, outcomes } = parts
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const givingUp = new AbortController()
  const loops = new Map<string, StepLoop>()
  let isStarted = false

  const done: ItemEnd = { end: 'done' }
  const later = (error: ServiceFailure): ItemEnd => ({
    end: 'wait',
    reason: error.failure.message,
    atLeastMs: error.retryAfterMs,
    all: error.failure.kind === 'rate-limited',
  })
  const blocked = (error: ServiceFailure): ItemEnd => ({
    end: 'wait',
    reason: error.failure.message,
    atLeastMs: timing.blockedMs,
    all: true,
  })

  const sendEdit = async (client: ServiceClient, edit: Edit): Promise<ItemEnd> => {
    const { scope, customerId } = edit
    const current = await client.getCustomer(customerId, { attempts: 1, signal: ended })
    if (!current.ok) {
      if (current.error.failure.kind === 'not-found') {
        outcomes.gone(scope, customerId)
        return done
      }
      return afterFailure(current.error, () => outcomes.refused(edit, current.error))
    }
    // She has changed it or taken it back while the record was read: what is to be sent now, if anything, is another edit.
    if (!edits.isCurrent(edit)) return done
    const mine = { ...edit, sent: [...edit.sent, ...saved.staleOf(scope, customerId, edit.field)] }
    const weighed = compareWithServer(mine, current.value, scope.region)
    switch (weighed) {
      case 'settled':
        outcomes.settled(edit, current.value)
        return done
      case 'conflict':
        outcomes.conflict(edit, current.value)
        return done
      case 'send':
        outcomes.seen(scope, current.value)
        break
      default:
        return assertNever(weighed)
    }
    edits.markSent(edit)
    const answer = await client.patchCustomer(customerId, patchOf(edit), { signal: givingUp.signal })
    if (answer.ok) {
      edits.markNotSent(edit)
      outcomes.settled(edit, answer.value)
      return done
    }
    if (answer.error.certainty !== 'unknown') edits.markNotSent(edit)
    if (answer.error.failure.kind === 'not-found') {
      outcomes.gone(scope, customerId)
      return done
    }
    // A lost answer is settled by the next reading of the record.
    if (answer.error.certainty === 'unknown') return later(answer.error)
    return afterFailure(answer.error, () => outcomes.refused(edit, answer.error))
  }

  const sendDeletion = async (
    client: ServiceClient,
    scope: ConnectionRegion,
    customerId: string,
    wasSent: boolean,
  ): Promise<ItemEnd> => {
    bin.markSent(scope, customerId, true)
    const answer = await client.deleteCustomer(customerId, { signal: givingUp.signal })
    if (answer.ok) {
      outcomes.deleted(scope, customerId, answer.value)
      return done
    }
    if (answer.error.failure.kind === 'not-found') {
      if (wasSent) outcomes.deleted(scope, customerId, null)
      else {
        bin.markSent(scope, customerId, false)
        outcomes.gone(scope, customerId)
      }
      return done
    }
    if (answer.error.certainty === 'unknown') return later(answer.error)
    const refuse = (): void => outcomes.deletionRefused(scope, customerId, answer.error)
    if (!wasSent) bin.markSent(scope, customerId, false)
    else if (changeRecovery(answer.error.failure.kind) === 'record') {
      // Refused now, but an earlier one whose answer was lost may have done it: that is known before she is told.
      const current = await client.getCustomer(customerId, { attempts: 1, signal: ended })
      if (current.ok) bin.markSent(scope, customerId, false)
      else if (current.error.failure.kind === 'not-found') {
        outcomes.deleted(scope, customerId, null)
        return done
      } else return afterFailure(current.error, refuse)
    }
    return afterFailure(answer.error, refuse)
  }

  const afterFailure = (error: ServiceFailure, refuse: () => void): ItemEnd => {
    const recovery = changeRecovery(error.failure.kind)
    switch (recovery) {
      case 'time':
        return later(error)
      case 'connection':
        return blocked(error)
      case 'record':
        refuse()
        return done
      default:
        return assertNever(recovery)
    }
  }

  const sendRecord = async (scope: ConnectionRegion, customerId: string): Promise<ItemEnd> => {
    const client = await storage.connections.client(scope.connectionId, scope.region)
    if (!client.ok)
      return changeRecovery(client.error.failure.kind) === 'time' ? later(client.error) : blocked(client.error)
    const edit = edits.ofCustomer(scope, customerId).find(({ state }) => state === 'pending')
    if (edit) return sendEdit(client.value, edit)
    const deletion = bin.deletion(scope, customerId)
    return deletion?.state === 'pending' ? sendDeletion(client.value, scope, customerId, deletion.sent) : done
  }

  const makeLoop = (connectionId: string): StepLoop => {
    /** Records whose last call failed, by key, until when (monotonic ms) and how often in a row. */
    const held = new Map<string, { readonly untilMs: number; readonly failures: number }>()
    const keyOf = ({ region, customerId }: ConnectionRegion & { readonly customerId: string }): string =>
      `${region} ${customerId}`

    const perform = async ({ records }: SendStep): Promise<StepEnd> => {
      const settled = await Promise.allSettled(
        records.map(async (record) => ({ record, end: await sendRecord(record, record.customerId) })),
      )
      // One that throws waits for the others: none of them may be under way when the loop looks again, or ends.
      const ends = settled.map((one) => {
        if (one.status === 'rejected') throw one.reason
        return one.value
      })
      let waited: Extract<ItemEnd, { end: 'wait' }> | null = null
      let through = 0
      for (const { record, end } of ends) {
        const key = keyOf(record)
        if (end.end === 'done') {
          held.delete(key)
          through += 1
          continue
        }
        const failures = (held.get(key)?.failures ?? 0) + 1
        const ceiling = Math.min(timing.longestBackoffMs, timing.firstBackoffMs * 2 ** (failures - 1))
        const waitMs = (end.atLeastMs ?? 0) + ceiling * (0.5 + timing.random() / 2)
        held.set(key, { untilMs: storage.clock.monotonicMs() + waitMs, failures })
        if (!waited || end.all) waited = end
      }
      // One that fails does not hold the others up, unless what it met concerns them all.
      if (waited && (waited.all || through === 0)) {
        if (waited.all) held.clear()
        return { end: 'wait', reason: waited.reason, atLeastMs: waited.atLeastMs }
      }
      return { end: 'done' }
    }

    return createStepLoop<SendStep>({
      clock: storage.clock,
      random: timing.random,
      firstBackoffMs: timing.firstBackoffMs,
      longestBackoffMs: timing.longestBackoffMs,
      decide() {
        const nowMs = storage.clock.monotonicMs()
        const records = new Map<string, ConnectionRegion & { readonly customerId: string }>()
        let nextMs: number | null = null
        for (const record of [
          ...edits.waiting(connectionId, mostLookedAt),
          ...bin.waiting(connectionId, mostLookedAt),
        ]) {
          const key = keyOf(record)
          const untilMs = held.get(key)?.untilMs ?? 0
          if (untilMs > nowMs) nextMs = Math.min(nextMs ?? untilMs, untilMs)
          else records.set(key, record)
          if (records.size === timing.atOnce) break
        }
        if (records.size > 0) return { do: 'send', records: [...records.values()] }
        return { do: 'rest', untilMs: nextMs }
      },
      perform,
      onError(error) {
        storage.log.write('error', 'customers.send-failed', { name: error instanceof Error ? error.name : 'unknown' })
      },
      onWaitingChanged: () => undefined,
    })
  }

  const loopOf = (connectionId: string): StepLoop => {
    const known = loops.get(connectionId)
    if (known) return known
    const loop = makeLoop(connectionId)
    loops.set(connectionId, loop)
    if (isStarted && !ended.aborted) loop.start()
    return loop
  }

  return {
    start() {
      isStarted = true
      for (const connectionId of edits.connectionsWithWork()) loopOf(connectionId).start()
      for (const loop of loops.values()) loop.start()
    },
    wake: (connectionId) => loopOf(connectionId).runSoon(),
    hurry: (connectionId) => loops.get(connectionId)?.runNow(),
    async close() {
      closing.abort()
      const closed = new AbortController()
      storage.clock.sleep(timing.closeGraceMs, closed.signal).then(
        () => givingUp.abort(),
        () => undefined,
      )
      await Promise.all([...loops.values()].map((loop) => loop.close()))
      closed.abort()
    },
  }
}
