/** Runs one piece of work at a time, in the order of the calls. A failed piece does not stop the next one. */
export function createQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const result = last.then(work)
    // The caller receives the failure; the next piece only waits for the end.
    last = result.catch(() => undefined)
    return result
  }
}
