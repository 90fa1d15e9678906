/** Milliseconds since 1970 (UTC) and a counter for entries of the same millisecond. */
export type HybridTime = readonly [ms: number, counter: number]

/**
 * A time that is further ahead of this PC than this is not adopted from one PC alone: its clock is wrong. Two other PCs that agree
 * are believed, because then the clock of this PC is behind.
 */
export const maxDriftMs = 10 * 60_000

/** Later times are refused as malformed: no clock goes on from them. */
export const lastMs = Date.UTC(2200, 0, 1)
export const maxCounter = 1_000_000_000

export const compareTimes = (one: HybridTime, other: HybridTime): number => one[0] - other[0] || one[1] - other[1]

/** A hybrid logical clock (Kulkarni and others, 2014): later than the clock of this PC and than all that this PC has seen. */
export type HybridClock = ReturnType<typeof createHybridClock>

/** `wallMs`: the clock of this PC. `own`: the time of the last entry of this PC. */
export function createHybridClock(wallMs: () => number, own: HybridTime | null = null) {
  let last: HybridTime = own ?? [0, 0]
  /** The latest time of each other PC that is too far ahead of this one. */
  const ahead = new Map<string, HybridTime>()

  const adopt = (time: HybridTime): void => {
    if (compareTimes(time, last) > 0) last = time
  }
  const adoptWhatTwoShow = (): void => {
    const [, second] = [...ahead.values()].toSorted((one, other) => compareTimes(other, one))
    if (second) adopt(second)
  }
  /** Once the own clock is corrected, the times that it gave before are no longer continued. */
  const withoutOwnError = (now: number): HybridTime => (last[0] > now + maxDriftMs && ahead.size < 2 ? [0, 0] : last)

  return {
    /** The time of a new entry. Each is later than the one before, unless the clock of this PC was far ahead and was corrected. */
    next(): HybridTime {
      const now = Math.min(Math.max(0, Math.floor(wallMs())), lastMs)
      const before = withoutOwnError(now)
      if (now > before[0]) last = [now, 0]
      else last = before[1] < maxCounter ? [before[0], before[1] + 1] : [before[0] + 1, 0]
      return last
    },
    /** Notes the time of an entry of any PC. */
    observe(device: string, time: HybridTime): void {
      if (time[0] <= wallMs() + maxDriftMs) {
        ahead.delete(device)
        adopt(time)
        return
      }
      const known = ahead.get(device)
      if (!known || compareTimes(time, known) > 0) ahead.set(device, time)
      adoptWhatTwoShow()
    },
  }
}
