import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Work that can pause at each `yield`. Between two of them are a few milliseconds at most. */
export type Steps<T> = Generator<void, T>

/** Other calls wait this long at most, and the length of one step. */
const sliceMs = 5

/** Does the work in slices: other calls run in between. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  for (let startedAt = performance.now(); ;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - startedAt < sliceMs) continue
    await yieldToEventLoop()
    startedAt = performance.now()
  }
}

/** The same, as long as `isValid` holds after each pause. Null: it does not, and the work has stopped. */
export async function runInSlicesWhile<T>(steps: Steps<T>, isValid: () => boolean): Promise<T | null> {
  function* checked(): Steps<T | null> {
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      yield
      if (!isValid()) return null
    }
  }
  return runInSlices(checked())
}

/** Does the work without a pause, for callers that cannot wait. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The items one after the other. Other calls run in between when what is done with them takes long. */
export async function* inSlices<T>(items: Iterable<T>): AsyncGenerator<T> {
  let startedAt = performance.now()
  for (const item of items) {
    yield item
    if (performance.now() - startedAt < sliceMs) continue
    await yieldToEventLoop()
    startedAt = performance.now()
  }
}
