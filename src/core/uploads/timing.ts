/** The times and counts by which uploads are sent and followed. Tests shorten them. */
export interface UploadTiming {
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** Between two readings of a batch's counters: from the first, growing while nothing moves. */
  readonly firstPollMs: number
  readonly longestPollMs: number
  /** How long a batch whose answer was lost is looked for before it counts as not arrived. */
  readonly searchWindowMs: number
  /** The first gap between two searches; it doubles. */
  readonly firstSearchGapMs: number
  readonly leastSearches: number
  /** Equal readings after which counters stand still. */
  readonly unchangedReadings: number
  /** How often customers are listed again when there are fewer than the counters say. */
  readonly matchTries: number
  /** How long a call in hand may still take when the program closes; then its answer counts as lost. */
  readonly closeGraceMs: number
  readonly announceEveryMs: number
  /** Rows entered in the journal between two breaths of the program. */
  readonly rowsPerEntry: number
  random(): number
}

export const defaultTiming: UploadTiming = {
  firstBackoffMs: 1_000,
  longestBackoffMs: 60_000,
  firstPollMs: 1_000,
  longestPollMs: 15_000,
  searchWindowMs: 120_000,
  firstSearchGapMs: 2_000,
  leastSearches: 4,
  unchangedReadings: 3,
  matchTries: 3,
  closeGraceMs: 5_000,
  announceEveryMs: 250,
  rowsPerEntry: 2_000,
  random: Math.random,
}
