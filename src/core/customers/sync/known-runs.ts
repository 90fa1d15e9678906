import { hash } from 'node:crypto'
import { grown } from '../packed/grow.ts'

/** Runs of consecutive records of a page, which are recognised by the digest of their text. Each has a number, from 0. */
export interface KnownRuns {
  readonly size: number
  /** The number of the run that was added last with this digest; −1: none. */
  find(digest: string): number
  /** `members`: the numbers of its records. */
  add(digest: string, members: ArrayLike<number>): number
  /** Where its members begin and end, for `memberAt`: in loops over all runs, a view of each takes longer than its members. */
  startOf(run: number): number
  endOf(run: number): number
  memberAt(place: number): number
  /** A copy that has only these runs, and the new number of each, plus one; 0: it is not there. */
  only(runs: Iterable<number>): { readonly runs: KnownRuns; readonly renumbered: Uint32Array }
}

/** Each character of the result is one of its 20 bytes: no other form of a digest costs as little. */
export const digestOf = (text: string | Uint8Array): string => hash('sha1', text, 'binary')

export function createKnownRuns(): KnownRuns {
  const numbers = new Map<string, number>()
  /** Where the members of each run begin, and where those of the last one end. */
  let starts = new Uint32Array(256)
  let members = new Uint32Array(1_024)
  let size = 0

  const add: KnownRuns['add'] = (digest, added) => {
    const start = starts[size]!
    if (size + 2 > starts.length) starts = grown(starts, Math.ceil(size * 1.5))
    if (start + added.length > members.length) members = grown(members, Math.ceil((start + added.length) * 1.5))
    members.set(added, start)
    numbers.set(digest, size)
    size += 1
    starts[size] = start + added.length
    return size - 1
  }
  const membersOf = (run: number): Uint32Array => members.subarray(starts[run], starts[run + 1])

  return {
    get size() {
      return size
    },
    find: (digest) => numbers.get(digest) ?? -1,
    add,
    startOf: (run) => starts[run]!,
    endOf: (run) => starts[run + 1]!,
    memberAt: (place) => members[place]!,
    only(wanted) {
      const isWanted = new Uint8Array(size)
      for (const run of wanted) isWanted[run] = 1
      const runs = createKnownRuns()
      const renumbered = new Uint32Array(size)
      for (const [digest, run] of numbers) {
        if (isWanted[run] === 1) renumbered[run] = runs.add(digest, membersOf(run)) + 1
      }
      return { runs, renumbered }
    },
  }
}
