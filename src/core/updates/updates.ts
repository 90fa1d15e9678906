import type { DomainHandlers } from '../../contract/methods.ts'
import type { UpdateStatus } from '../../contract/updates.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Updater } from '../ports/updater.ts'
import { updateFailure, updateMessages } from './update-failures.ts'

export interface UpdatesParts {
  /** Null: this build has no server for updates. */
  readonly updater: Updater | null
  readonly clock: Clock
  readonly log: Log
  /** Whether an upload is being sent or processed. */
  readonly isUploading: () => boolean
  readonly onChanged: () => void
}

/** What the host does after the program has closed. */
export type UpdatePlan = 'none' | 'install' | 'install-and-start'

export type Updates = DomainHandlers<'updates', AbortSignal> & {
  /** Checks soon, and then once a day. */
  start(): void
  /** What happens with a downloaded update if the program closes now. */
  plan(): UpdatePlan
  close(): void
}

/** The start has more important calls. */
const firstCheckMs = 60_000
const checkEveryMs = 24 * 60 * 60_000

/** Finds and downloads updates in the background. They are installed only when the user says so and no upload is running. */
export function createUpdates({ updater, clock, log, isUploading, onChanged }: UpdatesParts): Updates {
  const closing = new AbortController()
  let status: Exclude<UpdateStatus, { state: 'ready' }> | { readonly state: 'ready'; readonly version: string } =
    updater === null ? { state: 'off' } : { state: 'idle', checkedAt: null }
  let atClose = false
  let mustStartAgain = false

  const set = (next: typeof status): void => {
    status = next
    onChanged()
  }
  const shown = (): UpdateStatus =>
    status.state === 'ready' ? { ...status, isBlocked: isUploading(), atClose } : status

  const checkAndDownload = async (from: Updater): Promise<void> => {
    set({ state: 'checking' })
    try {
      const version = await from.check()
      if (version === null) return set({ state: 'idle', checkedAt: clock.now().toISOString() })
      set({ state: 'downloading', version, part: 0 })
      let shownPercent = 0
      await from.download((part) => {
        const percent = Math.floor(part * 100)
        if (percent === shownPercent) return
        shownPercent = percent
        set({ state: 'downloading', version, part: percent / 100 })
      })
      log.write('info', 'updates.ready', { version })
      set({ state: 'ready', version })
    } catch (error) {
      const failure = updateFailure(error)
      log.write('warning', 'updates.failed', { failureKind: failure.kind, code: failure.details ?? null })
      set({ state: 'failed', failure })
    }
  }

  const checkNow = (): void => {
    if (updater && (status.state === 'idle' || status.state === 'failed')) void checkAndDownload(updater)
  }

  const checkEachDay = async (): Promise<void> => {
    await clock.sleep(firstCheckMs, closing.signal)
    for (;;) {
      checkNow()
      await clock.sleep(checkEveryMs, closing.signal)
    }
  }

  return {
    status: async () => shown(),
    async check() {
      checkNow()
      return shown()
    },
    async restart() {
      if (!updater || status.state !== 'ready') fail('conflict', updateMessages.notReady)
      const { message, next } = updateMessages.uploadRunning
      if (isUploading()) fail('conflict', message, { next })
      mustStartAgain = true
      updater.restart()
      return shown()
    },
    async setInstallAtClose(wanted) {
      atClose = wanted.atClose
      onChanged()
      return shown()
    },
    start() {
      if (!updater) return
      checkEachDay().catch((reason: unknown) => {
        if (!closing.signal.aborted) throw reason
      })
    },
    plan() {
      if (status.state !== 'ready' || isUploading()) return 'none'
      return mustStartAgain ? 'install-and-start' : atClose ? 'install' : 'none'
    },
    close: () => closing.abort(new Error('Forecourt is closing')),
  }
}
