import { nextFollow, type FollowStep, type SendStep } from './upload-steps.ts'
import { createFollower } from './follower.ts'
import type { RunnerContext, UploadStepEnd } from './runner-context.ts'
import { createSender } from './sender.ts'
import { createStepLoop, type StepEnd, type Waiting } from '../scheduling/step-loop.ts'

/**
 * Sends and follows the uploads of one connection: sends one batch at a time, and polls the accepted ones meanwhile.
 */
type Runner = ReturnType<typeof createRunner>

export type RunnerParts = Omit<RunnerContext, 'standing' | 'closing' | 'abortWrites' | 'onError'>

function createRunner(context: RunnerParts) {
  const { connectionId, storage, journal, timing } = context
  const closing = new AbortController()
  const abortWrites = new AbortController()
  const onError = (error: unknown): void =>
    storage.log.write('error', 'uploads.step-failed', { name: error instanceof Error ? error.name : 'unknown' })
  const shared: RunnerContext = {
    ...context,
    standing: new Set(),
    closing: closing.signal,
    abortWrites: abortWrites.signal,
    onError,
  }
  const follower = createFollower(shared)
  const sender = createSender(shared, (uploadId, batch, counters, isOneOfSeveral) => {
    if (isOneOfSeveral) follower.acceptedOfSeveral(uploadId, batch, counters)
  })

  let manualRuns = 0
  /**
   * Stops the upload when its step failed, unless the user asked to continue during the step and may have fixed the
   * cause.
   */
  const stopAfterFailure = async (perform: () => Promise<UploadStepEnd>): Promise<StepEnd> => {
    const before = manualRuns
    const ended = await perform()
    if (ended.end !== 'stop') return ended
    if (manualRuns === before) {
      context.journal.stop(ended.uploadId, ended.failure)
      context.changed(ended.uploadId)
    }
    return { end: 'done' }
  }

  const nowMs = (): number => storage.clock.monotonicMs()
  const waitingChanged = (): void => {
    for (const upload of journal.unfinished(connectionId)) context.changed(upload.id)
  }
  const common = {
    clock: storage.clock,
    random: timing.random,
    firstBackoffMs: timing.firstBackoffMs,
    longestBackoffMs: timing.longestBackoffMs,
    onWaitingChanged: waitingChanged,
    onError,
  }
  const sending = createStepLoop<SendStep>({
    ...common,
    decide: sender.decide,
    async perform(step) {
      const ended = await stopAfterFailure(() => sender.perform(step))
      following.runSoon()
      return ended
    },
  })
  const following = createStepLoop<FollowStep>({
    ...common,
    decide: () => nextFollow(journal.unfinished(connectionId), follower.pollings, nowMs()),
    async perform(step) {
      const ended = await stopAfterFailure(() => follower.perform(step))
      sending.runSoon()
      return ended
    },
  })

  return {
    start(): void {
      sending.start()
      following.start()
    },
    /** Call after a change of the journal. It does not end waits for the service. */
    runSoon(): void {
      sending.runSoon()
      following.runSoon()
    },
    /** Call when the user asks for the next step now. Ends all waits. */
    runNow(): void {
      manualRuns += 1
      sender.searchNow()
      sending.runNow()
      following.runNow()
    },
    /** Call when calls that failed may succeed now. Waits that the service asked for go on. */
    retryNow(): void {
      sending.retryNow()
      following.retryNow()
    },
    /** What an upload waits for; null: nothing. */
    waiting: (uploadId: string): Waiting | null =>
      sending.waiting() ?? following.waiting() ?? sender.waiting(uploadId) ?? follower.waiting(uploadId),
    async close(): Promise<void> {
      closing.abort()
      const closed = new AbortController()
      storage.clock.sleep(timing.closeGraceMs, closed.signal).then(
        () => abortWrites.abort(),
        () => undefined,
      )
      await Promise.all([sending.close(), following.close()])
      closed.abort()
    },
  }
}

/** The runners of the connections: each is started with the first upload of its connection. */
export type Runners = ReturnType<typeof createRunners>

/** `ended`: nothing is sent any more. */
export function createRunners(parts: Omit<RunnerParts, 'connectionId'>, ended: AbortSignal) {
  const runners = new Map<string, Runner>()
  return {
    of(connectionId: string): Runner {
      const known = runners.get(connectionId)
      if (known) return known
      const runner = createRunner({ ...parts, connectionId })
      runners.set(connectionId, runner)
      if (!ended.aborted) runner.start()
      return runner
    },
    /** Null: nothing of the connection was sent in this run. */
    find: (connectionId: string): Runner | null => runners.get(connectionId) ?? null,
    all: (): Runner[] => [...runners.values()],
    /** Stops the runner of a connection. */
    async end(connectionId: string): Promise<void> {
      await runners.get(connectionId)?.close()
      runners.delete(connectionId)
    },
  }
}
