import { onScopeDispose } from 'vue'

/** Calls to the service cause no event while it keeps answering, so the time of the last response is read again. */
const everyMs = 10_000

/** Runs `refresh` now, and again and again while the caller lives. */
export function useFreshState(refresh: () => Promise<unknown>): void {
  void refresh()
  const timer = setInterval(() => void refresh(), everyMs)
  onScopeDispose(() => clearInterval(timer))
}
