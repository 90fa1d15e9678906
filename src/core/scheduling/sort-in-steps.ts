import type { Steps } from './in-slices.ts'

/** Sorted or merged in about a millisecond. */
const itemsPerStep = 500

/** The items in order, those that are equal as they were. Tens of thousands take longer than one turn may. */
export function* sortInSteps<T>(items: readonly T[], compare: (one: T, other: T) => number): Steps<T[]> {
  let runs: T[][] = []
  for (let first = 0; first < items.length; first += itemsPerStep) {
    runs.push(items.slice(first, first + itemsPerStep).toSorted(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let at = 0; at < runs.length; at += 2) {
      const [one = [], other] = runs.slice(at, at + 2)
      merged.push(other ? yield* merge(one, other, compare) : one)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(one: readonly T[], other: readonly T[], compare: (one: T, other: T) => number): Steps<T[]> {
  const merged: T[] = []
  let [first, second] = [0, 0]
  while (first < one.length && second < other.length) {
    const isFirst = compare(one[first] as T, other[second] as T) <= 0
    merged.push((isFirst ? one[first++] : other[second++]) as T)
    if (merged.length % itemsPerStep === 0) yield
  }
  return merged.concat(one.slice(first), other.slice(second))
}
