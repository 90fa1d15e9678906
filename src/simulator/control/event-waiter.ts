/** Lets a test wait for an effect instead of a time: every change makes each waiter check its condition again. */
export interface EventWaiter {
  announce(): void
  /**
   * Resolves with the result of `check` once it is not undefined. Rejects after `timeoutMs` with `what` in its message.
   */
  until<T>(what: string, check: () => T | undefined, timeoutMs?: number): Promise<T>
  /** Rejects every waiter: the service is stopping. */
  end(): void
}

export function createEventWaiter(): EventWaiter {
  const waiters = new Set<{ check(): void; end(): void }>()
  return {
    announce: () => {
      for (const waiter of waiters) waiter.check()
    },
    until: <T>(what: string, check: () => T | undefined, timeoutMs = 10_000) =>
      new Promise<T>((resolve, reject) => {
        const remove = (): void => {
          clearTimeout(timer)
          waiters.delete(waiter)
        }
        const waiter = {
          check: (): void => {
            const result = check()
            if (result === undefined) return
            remove()
            resolve(result)
          },
          end: (): void => {
            remove()
            reject(new Error(`The practice service stopped while waiting: ${what}`))
          },
        }
        const timer = setTimeout(() => {
          remove()
          reject(new Error(`Waited ${timeoutMs} ms without result: ${what}`))
        }, timeoutMs)
        waiters.add(waiter)
        waiter.check()
      }),
    end: () => {
      for (const waiter of waiters) waiter.end()
    },
  }
}
