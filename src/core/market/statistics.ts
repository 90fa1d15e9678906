/** Sums of a sample that a few odd values do not bend. All pure; none gives NaN for finite values. */

/** The quantile `part` (0 to 1) of values in rising order, between neighbours by linear interpolation; null without any. */
export function quantileOf(rising: ArrayLike<number>, part: number): number | null {
  const place = (rising.length - 1) * part
  const below = rising[Math.floor(place)]
  const above = rising[Math.ceil(place)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (place - Math.floor(place))
}

/** In rising order; a typed array, which is sorted by number and quickly. */
export const rising = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

export function medianOf(values: readonly number[]): number | null {
  return quantileOf(rising(values), 0.5)
}

/** Whole dollars, kilometres or days of a figure. */
export function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value) + 0
}

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Line {
  /** y per one of x. */
  readonly slope: number
  /** y where x is 0. */
  readonly intercept: number
}

/** Below this many points, or with fewer different x, a line says nothing. */
export const minLinePoints = 4
/** All pairs of 500 points; of more points, so many pairs that lie furthest apart in order. */
const maxPairs = 125_000

/**
 * The line through the points whose slope is the median of the slopes between pairs (Theil-Sen), and which half of the points lie above:
 * nearly three in ten may be odd without bending it. The order of the points does not matter. Null with too few.
 */
export function theilSenLine(points: readonly Point[]): Line | null {
  if (points.length < minLinePoints || new Set(points.map(({ x }) => x)).size < minLinePoints) return null
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const slopes: number[] = []
  // Pairs far apart first: with many points the near ones, which tell least, are left out.
  for (let apart = sorted.length - 1; apart > 0 && slopes.length < maxPairs; apart -= 1) {
    for (let at = 0; at + apart < sorted.length; at += 1) {
      const [from, to] = [sorted[at], sorted[at + apart]]
      if (from && to && to.x > from.x) slopes.push((to.y - from.y) / (to.x - from.x))
    }
  }
  const slope = medianOf(slopes)
  if (slope === null || !Number.isFinite(slope)) return null
  const intercept = medianOf(sorted.map(({ x, y }) => y - slope * x))
  return intercept === null || !Number.isFinite(intercept) ? null : { slope, intercept }
}
