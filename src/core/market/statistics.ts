/** Statistics that a few outliers do not distort. None returns NaN for finite values. */

/**
 * The quantile `part` (0 to 1) of ascending values, interpolated linearly (R's type 7, as Excel's QUARTILE.INC); null
 * without values.
 */
export function quantileOf(ascending: ArrayLike<number>, part: number): number | null {
  const position = (ascending.length - 1) * part
  const below = ascending[Math.floor(position)]
  const above = ascending[Math.ceil(position)]
  if (below === undefined || above === undefined) return null
  return below + (above - below) * (position - Math.floor(position))
}

/** A typed array sorts by number, and faster than a list. */
export const sortAscending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort()

export function medianOf(values: readonly number[]): number | null {
  return quantileOf(sortAscending(values), 0.5)
}

/** Rounded to whole dollars, kilometres or days; never -0. */
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

/** A line needs at least this many points, with as many different x. */
const minLinePoints = 4
/** All pairs of 500 points. Of more points, the pairs that are furthest apart in order. */
const maxPairs = 125_000

/**
 * The Theil-Sen line: its slope is the median of the slopes between pairs of points, and half of the points lie above
 * it. Up to 29% of the points may be outliers without distorting it. Null with too few points.
 */
export function theilSenLine(points: readonly Point[]): Line | null {
  if (points.length < minLinePoints || new Set(points.map(({ x }) => x)).size < minLinePoints) return null
  const slope = slopeOf(points)
  if (slope === null) return null
  const intercept = medianOf(points.map(({ x, y }) => y - slope * x))
  return intercept === null || !Number.isFinite(intercept) ? null : { slope, intercept }
}

/** The median of the slopes between pairs of points; null when all have the same x. */
export function slopeOf(points: readonly Point[]): number | null {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const slopes: number[] = []
  // Pairs far apart first: with many points the near ones, which say least, are left out.
  for (let apart = sorted.length - 1; apart > 0 && slopes.length < maxPairs; apart -= 1) {
    for (let at = 0; at + apart < sorted.length; at += 1) {
      const [from, to] = [sorted[at], sorted[at + apart]]
      if (from && to && to.x > from.x) slopes.push((to.y - from.y) / (to.x - from.x))
    }
  }
  const slope = medianOf(slopes)
  return slope === null || !Number.isFinite(slope) ? null : slope
}
