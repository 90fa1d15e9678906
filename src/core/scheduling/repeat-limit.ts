/** Attempts in a row that may bring nothing new without a pause. */
const freeAttempts = 5
const firstPauseMs = 2_000
const longestPauseMs = 60_000

/** Counts attempts in a row that brought nothing new, whatever the reason. After five, each is followed by a pause that doubles. */
export function createRepeatLimit() {
  let attempts = 0
  return {
    /** Counts one. Returns how long to pause, in ms. */
    add(): number {
      attempts += 1
      if (attempts < freeAttempts) return 0
      return Math.min(longestPauseMs, firstPauseMs * 2 ** (attempts - freeAttempts))
    },
    /** An attempt has brought something new. */
    reset(): void {
      attempts = 0
    },
  }
}
