import { uptime } from 'node:os'

/** Time as a port, so that tests control it. */
export interface Clock {
  now(): Date
  /** Milliseconds that never go back, also when the clock of the PC is changed. */
  monotonicMs(): number
  /** Milliseconds since the PC started: like `monotonicMs`, but a later run of the program can compare them. */
  uptimeMs(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface SystemClock extends Clock {
  /**
   * The PC has slept for this long (0 or more). On Linux and macOS, timers and the monotonic clock stand still meanwhile: waits that
   * are over end now, and the others become shorter.
   */
  addSleep(ms: number): void
}

export function createSystemClock(): SystemClock {
  let sleptMs = 0
  const waits = new Set<() => void>()
  const monotonicMs = (): number => performance.now() + sleptMs

  return {
    now: () => new Date(),
    monotonicMs,
    uptimeMs: () => uptime() * 1_000,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const endMs = monotonicMs() + ms
        let timer: NodeJS.Timeout | undefined
        const finish = (): void => {
          clearTimeout(timer)
          waits.delete(wait)
          signal?.removeEventListener('abort', onAbort)
        }
        const onAbort = (): void => {
          finish()
          reject(signal?.reason)
        }
        const wait = (): void => {
          clearTimeout(timer)
          timer = setTimeout(
            () => {
              finish()
              resolve()
            },
            Math.max(0, endMs - monotonicMs()),
          )
        }
        waits.add(wait)
        signal?.addEventListener('abort', onAbort, { once: true })
        wait()
      }),
    addSleep(ms) {
      sleptMs += ms
      for (const wait of waits) wait()
    },
  }
}

/** For waits that a sleep of the PC does not matter to. */
export const systemClock: Clock = createSystemClock()
