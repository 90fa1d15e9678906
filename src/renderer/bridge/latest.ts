/**
 * Numbers requests so that only the newest one counts. `begin()` starts a request and gives a function that says whether it is
 * still the newest; `cancel()` outdates it.
 */
export function createLatest() {
  let latest = 0
  return {
    begin() {
      latest += 1
      const own = latest
      return () => own === latest
    },
    cancel() {
      latest += 1
    },
  }
}
