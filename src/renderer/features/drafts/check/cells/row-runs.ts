import type { RowSet } from '../../../../../contract/draft-changes.ts'

/** Row numbers as runs of consecutive ones: 100,000 rows are then a few numbers. */
export function rowRuns(numbers: readonly number[]): Extract<RowSet, { runs: unknown }> {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && number <= last[1] + 1) last[1] = number
    else runs.push([number, number])
  }
  return { runs }
}
