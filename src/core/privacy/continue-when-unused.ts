import type { Clock } from '../ports/clock.ts'

export interface UnusedProgram {
  readonly clock: Clock
  /** For how long nobody has used the program. */
  unusedMs(): number
  /** Whether deletions of persons wait, and can be run now. */
  hasDeletions(): boolean
  /** Deletes them. The data is closed meanwhile, and what was being typed in the window is gone. */
  run(): Promise<void>
  onError(error: unknown): void
}

const [checkEveryMs, unusedForMs] = [600_000, 3_600_000]

/**
 * Runs deletions that other PCs of the team have asked for while nobody is at this one: a PC that is never closed would keep the data
 * for ever. The returned function ends it.
 */
export function continueWhenUnused({ clock, unusedMs, hasDeletions, run, onError }: UnusedProgram): () => void {
  const ending = new AbortController()
  const check = async (): Promise<void> => {
    if (unusedMs() < unusedForMs || !hasDeletions()) return
    await run().catch(onError)
  }
  const next = (): void =>
    void clock.sleep(checkEveryMs, ending.signal).then(
      () => check().then(next),
      () => undefined,
    )
  next()
  return () => ending.abort()
}
