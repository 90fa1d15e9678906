/** How long to wait between attempts that fail. */
export interface Backoff {
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** 0 to 1, for the jitter. */
  random(): number
}

/** The wait after a number of failures in a row: it doubles with each, up to the longest. The jitter takes away at most half. */
export const backoffMs = ({ firstBackoffMs, longestBackoffMs, random }: Backoff, failures: number): number =>
  Math.min(longestBackoffMs, firstBackoffMs * 2 ** (failures - 1)) * (0.5 + random() / 2)
