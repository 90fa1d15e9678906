export interface SendTiming {
  readonly firstBackoffMs: number
  readonly longestBackoffMs: number
  /** Until the next attempt if only the user can remove the cause. The user's action brings it forward. */
  readonly blockedMs: number
  /** How long a running call may take when the program closes. After that its answer counts as lost. */
  readonly closeGraceMs: number
  /** Records that are sent at the same time. */
  readonly concurrency: number
  random(): number
}

export const defaultSendTiming: SendTiming = {
  firstBackoffMs: 1_000,
  longestBackoffMs: 60_000,
  blockedMs: 300_000,
  closeGraceMs: 5_000,
  concurrency: 4,
  random: Math.random,
}
