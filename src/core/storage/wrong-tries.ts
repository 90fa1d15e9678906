import { existsSync, readFileSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { jsonOrNull } from '../database/parse-json.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { createQueue } from '../scheduling/queue.ts'
import { replaceFile } from './data-files.ts'
import { errorCode } from './refusals.ts'
import { storageText } from './storage-text.ts'

/** Slows down whoever guesses the password of the data or the PIN: both are counted together, also over restarts. */
export type WrongTries = ReturnType<typeof createWrongTries>

const Saved = z.object({
  /** Since the last right one. */
  count: z.number().int().min(0),
  /** The uptime of the PC at the last one, which nobody can change like its clock. */
  lastUptimeMs: z.number().min(0),
})
type Saved = z.infer<typeof Saved>

/** Seconds to wait after so many wrong tries. The first three are typing mistakes. */
export function waitAfter(wrongTries: number): number {
  const waits = [0, 0, 0, 10, 30, 60, 300]
  return waits[Math.min(wrongTries, waits.length - 1)] ?? 0
}

/** The count is in a file of the data folder: at the start, the database is still closed. Without the file, it begins again. */
export function createWrongTries(path: string, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
  const inOrder = createQueue()
  let known: Saved | null = null
  const tries = (): Saved => (known ??= readSaved(path))

  const save = (next: Saved): void => {
    known = next
    try {
      if (next.count === 0) rmSync(path, { force: true })
      else replaceFile(path, JSON.stringify(next))
    } catch (error) {
      // On a full or read-only disk, this run still counts.
      const code = errorCode(error)
      if (code === null) throw error
      log.write('warning', 'storage.refused', { code })
    }
  }
  const clear = (): void => save({ count: 0, lastUptimeMs: 0 })

  const waitSeconds = (): number => {
    const { count, lastUptimeMs } = tries()
    const uptimeMs = clock.uptimeMs()
    // The PC was restarted since: at least its uptime has passed.
    const passedMs = uptimeMs < lastUptimeMs ? uptimeMs : uptimeMs - lastUptimeMs
    return Math.max(0, Math.ceil(waitAfter(count) - passedMs / 1_000))
  }

  return {
    /** For how long no try is accepted, in whole seconds. */
    waitSeconds,
    /** The user has shown in another way whose data it is, or the data is set aside. */
    clear,
    /**
     * What `compare` returns; null: the secret was wrong, which counts. One try at a time. Throws `invalid-input` while a wait lasts.
     */
    attempt: <Value>(compare: () => Promise<Value | null>): Promise<Value | null> =>
      inOrder(async () => {
        const wait = waitSeconds()
        if (wait > 0) fail('invalid-input', storageText.tooManyTries, { next: storageText.tryAgainIn(wait) })
        // Counted first: ending the program while it compares saves no try.
        save({ count: tries().count + 1, lastUptimeMs: clock.uptimeMs() })
        const result = await compare()
        if (result !== null) clear()
        return result
      }),
  }
}

function readSaved(path: string): Saved {
  const none = { count: 0, lastUptimeMs: 0 }
  if (!existsSync(path)) return none
  return Saved.safeParse(jsonOrNull(readFileSync(path, 'utf8'))).data ?? none
}
