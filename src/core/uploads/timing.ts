/** The times and counts for sending and following uploads. Tests shorten them. */
export interface UploadTiming {
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** The time between two readings of a batch's counters. It grows while they do not change. */
  readonly firstPollMs: number
  readonly longestPollMs: number
  /** How long the service is searched for a batch whose answer was lost before the batch counts as not received. */
  readonly searchWindowMs: number
  /** The time between the first two searches. It doubles after each. */
  readonly firstSearchGapMs: number
  readonly leastSearches: number
  /** Equal readings after which an upload counts as stalled. */
  readonly unchangedReadings: number
  /**
   * How long customers that the counters include are searched for in the service's list, which may be older, before the
   * rest of the rows is left to later syncs. The gaps double from `firstPollMs` up to the longest.
   */
  readonly listPatienceMs: number
  readonly longestListGapMs: number
  /** Lost batches that may be searched for at the same time. With more, nothing else is sent: the network is down. */
  readonly mostLostBatches: number
  /** How long the current call may still run when the program closes. After that its answer counts as lost. */
  readonly closeGraceMs: number
  readonly announceEveryMs: number
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
  listPatienceMs: 600_000,
  longestListGapMs: 60_000,
  mostLostBatches: 4,
  closeGraceMs: 5_000,
  announceEveryMs: 250,
  random: Math.random,
}
