import { recoveryOf } from '../../../contract/recovery.ts'
import type { Failure } from '../../../contract/result.ts'
import { FailureError } from '../../failures/failure-error.ts'
import type { Clock } from '../../ports/clock.ts'
import { createRepeatLimit } from '../../scheduling/repeat-limit.ts'
import { secondsLeft } from '../../scheduling/seconds-left.ts'
import { createStepLoop, type StepEnd } from '../../scheduling/step-loop.ts'
import { isSameBody, type TeamServer } from '../team-server.ts'
import type { Inbox, Outbox } from './local-side.ts'
import { findBehind, followsOn, type Behind, type SyncProgress, firstBytes } from './sync-plan.ts'
import { syncMessages } from './sync-messages.ts'

export interface TeamSyncStatus {
  /** Entries of this PC that the server is not known to have. */
  readonly toPush: number
  /** Entries of the others that arrive; null: all that is known of is here. */
  readonly progress: SyncProgress | null
  /** ISO 8601: when this PC last had everything that the server had. null: not since the program started. */
  readonly currentAt: string | null
  /** Why the last attempt failed; null: it did not. */
  readonly failure: Failure | null
  /** ISO 8601: the next attempt after a failure. */
  readonly retryAt: string | null
}

export interface TeamSyncOptions {
  readonly server: TeamServer
  readonly outbox: Outbox
  readonly inbox: Inbox
  readonly clock: Clock
  readonly random: () => number
  /** Called after each change of the status, except of `currentAt` alone. */
  onChanged(): void
  /** An error that is no failure of the server, for the log. */
  onError(error: unknown): void
}

export type TeamSync = ReturnType<typeof createTeamSync>

/** So that an entry is on every other PC within two seconds, also where notifications are dropped. */
const pollMs = 1_500
const firstBackoffMs = 1_000
const longestBackoffMs = 60_000
/** Failures that time does not heal are tried again in long intervals: an administrator may have repaired them. */
const longBackoffMs = 5 * 60_000
/** Some more call notes than an answer has room for: the server reads all of them to find out which fit. */
const pulledEntries = 3_000
const mostIdleHints = 5
/** A device whose entries are damaged is tried again after this time; the others go on. */
const damagedMs = 10 * 60_000

type Step = { readonly do: 'poll' } | { readonly do: 'push' } | { readonly do: 'pull'; readonly behind: Behind }

/**
 * Pushes what this PC wrote and pulls what the others wrote, in the background. What has to be done is decided from the numbers
 * on both sides alone: after a kill, a lost answer or a restored backup on either side it goes on from there.
 */
export function createTeamSync(options: TeamSyncOptions) {
  const { server, outbox, inbox, clock } = options
  let pollAtMs = 0
  const own = createOwnPush(server, outbox)
  let behind: readonly Behind[] = []
  let batch: { readonly sinceMs: number; readonly total: number; done: number } | null = null
  const damagedUntil = new Map<string, number>()
  const limit = createRepeatLimit()
  /** Hints of the server since the last ordinary poll that led to nothing new. More are ignored until then. */
  let idleHints = 0
  let isHinted = false
  let currentAt: string | null = null
  let failure: Failure | null = null
  let announced = ''

  const decide = (): Step | { readonly do: 'rest'; readonly untilMs: number } => {
    const pushed = own.pushed()
    if (pushed === null) return { do: 'poll' }
    if (outbox.head() > pushed) return { do: 'push' }
    const [next] = behind
    if (next) return { do: 'pull', behind: next }
    return clock.monotonicMs() >= pollAtMs ? { do: 'poll' } : { do: 'rest', untilMs: pollAtMs }
  }

  /** Each step says whether something new was sent or received; null: it could not be. */
  const poll = async (): Promise<boolean | null> => {
    const heads = await server.heads()
    const nowMs = clock.monotonicMs()
    pollAtMs = nowMs + pollMs
    const compared = await own.compare(heads.get(outbox.device()) ?? 0)
    if (compared === 'other') return false
    behind = findBehind(inbox.heads(), heads, (each) => inbox.isMember(each)).filter(
      (one) => (damagedUntil.get(one.device) ?? 0) <= nowMs,
    )
    if (behind.length === 0) {
      batch = null
      if (damagedUntil.size === 0) currentAt = clock.now().toISOString()
    } else {
      batch = { sinceMs: nowMs, total: behind.reduce((sum, { from, to }) => sum + to - from, 0), done: 0 }
    }
    idleHints = isHinted && behind.length === 0 ? idleHints + 1 : 0
    isHinted = false
    return compared === 'lost' ? false : null
  }

  const pull = async ({ device, from, to }: Behind): Promise<boolean | null> => {
    const others = behind.filter((one) => one.device !== device)
    const entries = await server.pull(device, from, pulledEntries)
    const last = entries.at(-1)
    if (!last || !followsOn(entries, device, from)) {
      damagedUntil.set(device, clock.monotonicMs() + damagedMs)
      failure = syncMessages.damaged
      behind = others
      return null
    }
    await inbox.store(entries)
    if (batch) batch.done += entries.length
    behind = last.n < to ? [{ device, from: last.n, to }, ...others] : others
    if (last.n >= to) damagedUntil.delete(device)
    // What arrived meanwhile, and whether this PC now has everything.
    if (behind.length === 0) pollAtMs = clock.monotonicMs()
    return true
  }

  const run = (step: Step): Promise<boolean | null> =>
    step.do === 'poll' ? poll() : step.do === 'push' ? own.push() : pull(step.behind)

  const perform = async (step: Step): Promise<StepEnd> => {
    let pauseMs = 0
    try {
      const isNew = await run(step)
      if (isNew) limit.reset()
      else if (isNew === false) pauseMs = limit.add()
    } catch (error) {
      // What the server has is asked for again: the answer that was lost may have stored entries.
      own.forget()
      behind = []
      if (!(error instanceof FailureError)) throw error
      failure = error.failure
      const isLong = recoveryOf(error.failure.kind) !== 'time'
      return { end: 'wait', reason: error.failure.message, atLeastMs: isLong ? longBackoffMs : null }
    }
    if (pauseMs > 0) {
      failure = syncMessages.noProgress
      return { end: 'wait', reason: failure.message, atLeastMs: pauseMs }
    }
    if (damagedUntil.size === 0) failure = null
    announce()
    return { end: 'done' }
  }

  const loop = createStepLoop<Step>({
    clock,
    random: options.random,
    firstBackoffMs,
    longestBackoffMs,
    decide,
    perform,
    onError(error) {
      failure = error instanceof FailureError ? error.failure : syncMessages.unexpected
      options.onError(error)
    },
    onWaitingChanged: () => announce(),
  })

  const status = (): TeamSyncStatus => ({
    toPush: Math.max(0, outbox.head() - outbox.pushed()),
    progress: batch && {
      done: batch.done,
      total: batch.total,
      secondsLeft: secondsLeft(batch.done / batch.total, clock.monotonicMs() - batch.sinceMs),
    },
    currentAt,
    failure,
    retryAt: loop.waiting()?.until ?? null,
  })

  /** Each poll moves `currentAt`: that alone is no change to announce. */
  const announce = (): void => {
    const { currentAt: at, ...rest } = status()
    const next = JSON.stringify({ ...rest, isCurrent: at !== null })
    if (next === announced) return
    announced = next
    options.onChanged()
  }

  const pollNow = (): void => {
    if (idleHints >= mostIdleHints) return
    isHinted = true
    pollAtMs = clock.monotonicMs()
    loop.runSoon()
  }
  const endWatch = server.watch(pollNow)

  return {
    start: (): void => loop.start(),
    /** This PC has written entries. */
    push: (): void => loop.runSoon(),
    /** Checks the server now, also while it waits after a failure: the network is back, the window was opened. */
    syncNow(): void {
      pollAtMs = clock.monotonicMs()
      damagedUntil.clear()
      loop.runNow()
    },
    status,
    /** Ends the sync. The server is closed by its owner. */
    async close(): Promise<void> {
      endWatch()
      await loop.close()
    },
  }
}

const pushedEntries = 500
const pushedBytes = 1_000_000

/** What the server has of the entries of this PC. */
function createOwnPush(server: TeamServer, outbox: Outbox) {
  let pushed: number | null = null
  /** The last entry that was pushed for the first time since the start. */
  let furthest = { device: '', n: 0 }
  /** The device whose entries here are known to be those of the server. */
  let comparedDevice: string | null = null

  const setPushed = (n: number): void => {
    pushed = n
    if (outbox.pushed() !== n) outbox.setPushed(n)
  }

  /** One comparison is enough: bodies are unique, and each PC only adds to those that it has. */
  const hasOtherEntries = async (device: string, there: number): Promise<boolean> => {
    const common = Math.min(there, outbox.head())
    if (common === 0) return false
    const [stored] = await server.pull(device, common - 1, 1)
    const [own] = await outbox.read(common - 1, 1)
    // An answer about other entries says nothing.
    if (!stored || !own || stored.device !== device || stored.n !== common) return false
    return !isSameBody(own.body, stored.body)
  }

  return {
    /** The greatest n; null: the server has to be asked. */
    pushed: (): number | null => pushed,
    /** The next poll looks up what the server has. */
    forget(): void {
      pushed = null
    },
    /**
     * Takes what the server says that it has. `lost`: less than was pushed, because it was restored from a backup. `other`: other entries
     * under the numbers of this PC, because its data was: what is here gets other numbers.
     */
    async compare(there: number): Promise<'same' | 'lost' | 'other'> {
      const device = outbox.device()
      if (comparedDevice !== device && (await hasOtherEntries(device, there))) {
        await outbox.startNewDevice()
        pushed = null
        return 'other'
      }
      comparedDevice = device
      const hasLost = pushed !== null && there < pushed
      setPushed(there)
      return hasLost ? 'lost' : 'same'
    },
    /** Pushes the next entries. False: nothing new could be pushed; null: they were pushed again. */
    async push(): Promise<boolean | null> {
      const after = pushed ?? 0
      const entries = firstBytes(await outbox.read(after, pushedEntries), pushedBytes)
      const last = entries.at(-1)
      if (!last) return false
      try {
        await server.push(entries)
        setPushed(last.n)
        const isFirstTime = last.device !== furthest.device || last.n > furthest.n
        if (isFirstTime) furthest = { device: last.device, n: last.n }
        return isFirstTime ? true : null
      } catch (error) {
        if (!(error instanceof FailureError) || error.failure.kind !== 'conflict') throw error
        const there = (await server.heads()).get(last.device) ?? 0
        if (there === after) throw error
        if (there > after) await outbox.startNewDevice()
        // A server that lost entries meanwhile gets them again.
        pushed = null
        return false
      }
    },
  }
}
