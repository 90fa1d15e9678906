import { scopeKey } from '../../database/scope-sql.ts'
import type { Signal } from '../../events/signal.ts'
import type { OpenStorage } from '../../open-storage.ts'
import { backoffMs, type Backoff } from '../../scheduling/backoff.ts'
import { createStepLoop, type StepEnd, type StepLoop } from '../../scheduling/step-loop.ts'
import type { RecordToSend } from '../changes/open-edits.ts'
import { sendNextChange, type SendEnd, type SendParts } from './send-changes.ts'

export interface SendTiming extends Backoff {
  /** Until the next attempt if only the user can remove the cause. The user's action brings it forward. */
  readonly blockedMs: number
  /** How long a running call may take when the program closes. After that its answer counts as lost. */
  readonly closeGraceMs: number
  /** Records that are sent at the same time. */
  readonly concurrency: number
}

export const defaultSendTiming: SendTiming = {
  firstBackoffMs: 1_000,
  longestBackoffMs: 60_000,
  blockedMs: 300_000,
  closeGraceMs: 5_000,
  concurrency: 4,
  random: Math.random,
}

/** Sends edits and deletions in the background: in order for each record, one call per record at a time, a few records at once. */
export type ChangeSender = ReturnType<typeof createChangeSender>

export interface SenderParts extends Pick<SendParts, 'ledger' | 'deletions' | 'results' | 'notFound'> {
  /** Emits the id of a connection that has a new change to send. */
  readonly sendRequests: Signal<string>
  readonly timing: SendTiming
}

interface SendStep {
  readonly do: 'send'
  readonly records: readonly RecordToSend[]
}

/** The number of waiting records that are searched for one that can be sent now. */
const maxSearched = 400

export function createChangeSender(storage: OpenStorage, parts: SenderParts) {
  const { ledger, timing } = parts
  const closing = new AbortController()
  const ended = AbortSignal.any([storage.ended, closing.signal])
  const graceOver = new AbortController()
  const loops = new Map<string, StepLoop>()
  let isStarted = false

  const send = ({ customerId, ...scope }: RecordToSend): Promise<SendEnd> =>
    sendNextChange(
      storage,
      { ...parts, blockedMs: timing.blockedMs, closing: ended, closed: graceOver.signal },
      scope,
      customerId,
    )

  const findOrCreateLoop = (connectionId: string): StepLoop => {
    const existing = loops.get(connectionId)
    if (existing) return existing
    const loop = createSendLoop(storage, parts, connectionId, send)
    loops.set(connectionId, loop)
    if (isStarted && !ended.aborted) loop.start()
    return loop
  }
  const stopListening = parts.sendRequests.listen((connectionId) => findOrCreateLoop(connectionId).runSoon())

  /** The user closes the program before a hold is over: what the grace is too short for waits for the next start. */
  const sendHeld = async (next: (limit: number) => readonly RecordToSend[]): Promise<void> => {
    for (;;) {
      const records = graceOver.signal.aborted ? [] : next(timing.concurrency)
      if (records.length === 0) return
      const ends = await Promise.allSettled(records.map(send))
      if (!ends.every((settled) => settled.status === 'fulfilled' && settled.value.end === 'done')) return
    }
  }

  return {
    start(): void {
      isStarted = true
      for (const connectionId of ledger.edits.connectionsToSend()) findOrCreateLoop(connectionId).start()
      for (const loop of loops.values()) loop.start()
    },
    /** Sends again at once, even if it waits after a failure. */
    sendNow: (connectionId: string): void => loops.get(connectionId)?.runNow(),
    /** Ends the waits after failures, except those that the service asked for. */
    retryNow: (): void => loops.forEach((loop) => loop.retryNow()),
    async close(): Promise<void> {
      stopListening()
      closing.abort()
      const nextHeld = parts.deletions.endHolds()
      const closed = new AbortController()
      storage.clock.sleep(timing.closeGraceMs, closed.signal).then(
        () => graceOver.abort(),
        () => undefined,
      )
      await Promise.all([...loops.values()].map((loop) => loop.close()))
      if (isStarted) await sendHeld(nextHeld)
      closed.abort()
    },
  }
}

/** The loop that sends the changes of one connection. */
function createSendLoop(
  storage: OpenStorage,
  { ledger, deletions, notFound, timing }: SenderParts,
  connectionId: string,
  send: (record: RecordToSend) => Promise<SendEnd>,
): StepLoop {
  /** Records whose last call failed, until when they wait (monotonic ms), and the number of failures in a row. */
  const backoffs = new Map<string, { readonly untilMs: number; readonly failures: number }>()
  const keyOf = (record: RecordToSend): string => `${scopeKey(record)} ${record.customerId}`

  const addBackoff = (key: string, atLeastMs: number | null): void => {
    const failures = (backoffs.get(key)?.failures ?? 0) + 1
    const untilMs = storage.clock.monotonicMs() + (atLeastMs ?? 0) + backoffMs(timing, failures)
    backoffs.set(key, { untilMs, failures })
  }

  const perform = async ({ records }: SendStep): Promise<StepEnd> => {
    const settled = await Promise.allSettled(records.map(async (record) => ({ record, end: await send(record) })))
    // An exception is thrown only after all calls have ended: none may be running when the loop continues or closes.
    const ends = settled.map((result) => {
      if (result.status === 'rejected') throw result.reason
      return result.value
    })
    let waiting: Extract<SendEnd, { end: 'wait' }> | null = null
    let doneCount = 0
    for (const { record, end } of ends) {
      const key = keyOf(record)
      if (end.end === 'done') {
        backoffs.delete(key)
        doneCount += 1
        continue
      }
      addBackoff(key, end.end === 'wait' ? end.atLeastMs : null)
      if (end.end === 'not-found') {
        doneCount += 1
        continue
      }
      if (!waiting || end.all) waiting = end
    }
    // A record that fails does not delay the others, unless the reason concerns them all.
    if (waiting && (waiting.all || doneCount === 0)) {
      if (waiting.all) backoffs.clear()
      return { end: 'wait', reason: waiting.reason, atLeastMs: waiting.atLeastMs }
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
      const records = new Map<string, RecordToSend>()
      let nextMs = deletions.nextHoldEndMs()
      for (const record of [
        ...ledger.edits.recordsToSend(connectionId, maxSearched),
        ...deletions.recordsToSend(connectionId, maxSearched),
      ]) {
        if (notFound.has(record)) continue
        const key = keyOf(record)
        const untilMs = backoffs.get(key)?.untilMs ?? 0
        if (untilMs > nowMs) nextMs = Math.min(nextMs ?? untilMs, untilMs)
        else records.set(key, record)
        if (records.size === timing.concurrency) break
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
