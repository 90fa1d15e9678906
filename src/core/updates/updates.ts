import type { DomainHandlers } from '../../contract/methods.ts'
import type { UpdateStatus } from '../../contract/updates.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Updater } from '../ports/updater.ts'
import type { Failure } from '../../contract/result.ts'
import { classifyFailure } from '../service/classify-failure.ts'

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

/** The sentences about updates. */
const updateMessages = {
  notReady: 'No update is ready to install.',
  uploadRunning: {
    message: 'An upload is running, so the update isn’t installed now.',
    next: 'Restart Forecourt when the upload has finished.',
  },
} as const

const tryLater = 'Forecourt tries again tomorrow. You can also check again now.'

/** Codes of electron-updater. */
const failures: Readonly<Record<string, Pick<Failure, 'kind' | 'message' | 'next'>>> = {
  ERR_UPDATER_INVALID_SIGNATURE: {
    kind: 'rejected',
    message: 'The downloaded update isn’t signed by the publisher of Forecourt. It wasn’t installed.',
    next: 'Tell your IT support.',
  },
  ERR_UPDATES_NOT_TRUSTED: {
    kind: 'rejected',
    message: 'Updates of this installation can’t be verified.',
    next: 'Install the latest version by hand, or ask your IT support.',
  },
  ERR_CHECKSUM_MISMATCH: {
    kind: 'rejected',
    message: 'The downloaded update is damaged. It wasn’t installed.',
    next: tryLater,
  },
}

/** The failure of a check or a download, in words. */
export function updateFailure(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
  const known = code === null ? undefined : failures[code]
  if (known && code !== null) return { ...known, details: code }
  const fault = classifyFailure(error)
  const details = fault.code ?? code
  return {
    ...(fault.faultClass === 'unclassified'
      ? { kind: 'service-down' as const, message: 'The update server’s answer can’t be used.' }
      : { kind: 'offline' as const, message: 'Can’t connect to the update server.' }),
    next: tryLater,
    ...(details === null ? {} : { details }),
  }
}
