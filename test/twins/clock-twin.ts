import type { Clock } from '../../src/core/ports/clock.ts'

/** A clock that does not move until the test advances it. */
export interface ClockTwin extends Clock {
  /** Advances the time; each sleep ends at its own time, in order. Resolves when the work that they started has run. */
  advance(ms: number): Promise<void>
  /** Changes `now()` without passing time, as when the clock of the PC is set. */
  setWallClock(now: Date): void
  /** The remaining time of each sleep in ms, the shortest first. */
  sleeping(): readonly number[]
  /** Resolves as soon as at least `count` sleeps are pending. */
  whenSleeping(count?: number): Promise<void>
}

/** Runs everything that only waits for promises and finished input or output. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function createClockTwin(start = new Date('2026-11-20T22:00:00.000Z')): ClockTwin {
  let elapsedMs = 0
  let wallAtStart = start.getTime()
  const sleepers = new Set<{ readonly until: number; readonly wake: () => void }>()
  const watchers = new Set<{ readonly count: number; readonly tell: () => void }>()
  const inOrder = (): { readonly until: number; readonly wake: () => void }[] =>
    [...sleepers].sort((one, other) => one.until - other.until)

  return {
    now: () => new Date(wallAtStart + elapsedMs),
    monotonicMs: () => elapsedMs,
    uptimeMs: () => elapsedMs,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const sleeper = {
          until: elapsedMs + ms,
          wake: () => {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', onAbort)
            resolve()
          },
        }
        const onAbort = (): void => {
          sleepers.delete(sleeper)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', onAbort, { once: true })
        sleepers.add(sleeper)
        for (const watcher of watchers) if (sleepers.size >= watcher.count) watcher.tell()
      }),
    async advance(ms) {
      await settle()
      const end = elapsedMs + ms
      for (let next = inOrder()[0]; next && next.until <= end; next = inOrder()[0]) {
        elapsedMs = Math.max(elapsedMs, next.until)
        next.wake()
        await settle()
      }
      elapsedMs = end
    },
    setWallClock(now) {
      wallAtStart = now.getTime() - elapsedMs
    },
    sleeping: () => inOrder().map(({ until }) => until - elapsedMs),
    whenSleeping: (count = 1) =>
      new Promise((resolve) => {
        if (sleepers.size >= count) return resolve()
        const watcher = {
          count,
          tell: () => {
            watchers.delete(watcher)
            resolve()
          },
        }
        watchers.add(watcher)
      }),
  }
}
