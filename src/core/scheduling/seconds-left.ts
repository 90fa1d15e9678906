/** Before, an estimate jumps too much to be shown. */
const estimateAfterMs = 2_000

/** The time that work still takes by its average speed; null: not known yet. `part`: what is done of it, from 0 to 1. */
export const secondsLeft = (part: number, passedMs: number): number | null =>
  part <= 0 || passedMs < estimateAfterMs ? null : Math.max(0, Math.ceil((passedMs * (1 - part)) / part / 1_000))
