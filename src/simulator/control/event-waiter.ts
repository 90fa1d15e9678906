/** Lets a test wait for an effect instead of for time: each effect announces, each waiter looks again. */
export interface Happenings {
  announce(): void
  /** Resolves with what `look` gives once that is not undefined; rejects after `timeoutMs`, saying what was awaited. */
  until<T>(what: string, look: () => T | undefined, timeoutMs?: number): Promise<T>
  /** Rejects every waiter: the service is stopping. */
  end(): void
}

export function happenings(): Happenings {
  const waiters = new Set<{ look(): void; end(): void }>()
  return {
    announce: () => {
      for (const waiter of waiters) waiter.look()
    },
    until: <T>(what: string, look: () => T | undefined, timeoutMs = 10_000) =>
      new Promise<T>((resolve, reject) => {
        const leave = (): void => {
          clearTimeout(timer)
          waiters.delete(waiter)
        }
        const waiter = {
          look: (): void => {
            const seen = look()
            if (seen === undefined) return
            leave()
            resolve(seen)
          },
          end: (): void => {
            leave()
            reject(new Error(`The practice service stopped while waiting: ${what}`))
          },
        }
        const timer = setTimeout(() => {
          leave()
          reject(new Error(`Waited ${timeoutMs} ms in vain: ${what}`))
        }, timeoutMs)
        waiters.add(waiter)
        waiter.look()
      }),
    end: () => {
      for (const waiter of waiters) waiter.end()
    },
  }
}
