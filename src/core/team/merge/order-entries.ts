import { compareTimes, type HybridTime } from '../clock/hybrid-clock.ts'
import { refOf, type EntryRef, type LogEntry } from '../log/entry.ts'

export interface Ordered<E> {
  readonly entry: E
  readonly ref: EntryRef
  /** The time by which it is ordered: no later than that of any entry that was written in knowledge of it. */
  readonly time: HybridTime
}

/**
 * The entries of one subject, oldest first. It depends on the entries alone, not on the order in which they arrived:
 *
 * 1. An entry comes after those that it names in `after`, and after earlier ones of its device, whatever the clocks say.
 * 2. An entry is no later than an entry that comes after it by rule 1. So a clock that is days ahead counts until another PC that
 *    has seen the entry writes about the same subject.
 * 3. What no rule orders is ordered by time, device and number.
 */
export function orderEntries<E extends LogEntry>(entries: readonly E[]): Ordered<E>[] {
  const byTime = withoutRepeats(entries).toSorted(
    (one, other) => compareTimes(one.at, other.at) || compareTexts(one.device, other.device) || one.n - other.n,
  )
  const byRef = new Map(byTime.map((entry) => [refOf(entry.device, entry.id), entry]))
  const before = predecessors(byTime, byRef)

  const times = new Map<E, HybridTime>()
  for (const entry of byTime) {
    // In the order of their times, so that the first one to reach an earlier entry is the least that bounds it.
    const open = [entry]
    for (let next = open.pop(); next; next = open.pop()) {
      if (times.has(next)) continue
      times.set(next, entry.at)
      open.push(...(before.get(next) ?? []))
    }
  }
  const timeOf = (entry: E): HybridTime => times.get(entry) ?? entry.at
  const sorted = byTime.toSorted((one, other) => compareTimes(timeOf(one), timeOf(other)))

  const placed = new Set<E>()
  const ordered: Ordered<E>[] = []
  const place = (first: E): void => {
    // Without recursion: a hostile chain can be long. An entry of a circle is placed when it is met.
    const open: { readonly entry: E; readonly isReady: boolean }[] = [{ entry: first, isReady: false }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { entry, isReady } = next
      if (isReady) ordered.push({ entry, ref: refOf(entry.device, entry.id), time: timeOf(entry) })
      else if (!placed.has(entry)) {
        placed.add(entry)
        open.push({ entry, isReady: true })
        for (const each of (before.get(entry) ?? []).toReversed()) open.push({ entry: each, isReady: false })
      }
    }
  }
  for (const entry of sorted) place(entry)
  return ordered
}

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** Of entries of one device with one id, that with the least number counts: a device can repeat an entry, but not replace it. */
function withoutRepeats<E extends LogEntry>(entries: readonly E[]): E[] {
  const byRef = new Map<EntryRef, E>()
  for (const entry of entries) {
    const ref = refOf(entry.device, entry.id)
    const known = byRef.get(ref)
    if (!known || entry.n < known.n) byRef.set(ref, entry)
  }
  return [...byRef.values()]
}

/** What each entry comes after directly, oldest first. Entries that have not arrived are ignored. */
function predecessors<E extends LogEntry>(
  byTime: readonly E[],
  byRef: ReadonlyMap<EntryRef, E>,
): ReadonlyMap<E, readonly E[]> {
  const before = new Map<E, E[]>()
  const lastOfDevice = new Map<string, E>()
  for (const entry of byTime.toSorted((one, other) => one.n - other.n)) {
    const own = lastOfDevice.get(entry.device)
    const named = entry.after.flatMap((ref) => byRef.get(ref) ?? [])
    before.set(entry, own ? [own, ...named] : named)
    lastOfDevice.set(entry.device, entry)
  }
  return before
}

/** Whether the writer of an entry had seen an earlier one about the same subject. */
export function hadSeen(entries: readonly LogEntry[], writer: LogEntry, earlier: LogEntry): boolean {
  const byRef = new Map(entries.map((entry) => [refOf(entry.device, entry.id), entry]))
  const known = predecessors(entries, byRef)
  const seen = new Set([writer])
  for (const entry of seen) for (const each of known.get(entry) ?? []) seen.add(each)
  return seen.has(earlier)
}

/** The entries that no other one comes after: what a new entry about the subject names in `after`. At most `limit`, the latest. */
export function latestRefs(ordered: readonly Ordered<LogEntry>[], limit = 20): EntryRef[] {
  const followed = new Set(ordered.flatMap(({ entry }) => entry.after))
  const lastOfDevice = new Map(ordered.map(({ entry, ref }) => [entry.device, ref]))
  return ordered
    .filter(({ entry, ref }) => !followed.has(ref) && lastOfDevice.get(entry.device) === ref)
    .map(({ ref }) => ref)
    .slice(-limit)
}
