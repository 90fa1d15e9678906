import { freeBytes } from '../../database/block-codec.ts'
import { outgrown } from '../packed/grow.ts'
import { wordsPerRunDigest } from '../plain/plain-layout.ts'

/**
 * Runs of consecutive records of a page, which are recognised by the digest of their text: four numbers from a place of an array on. Each has
 * a number, from 0.
 */
export interface KnownRuns {
  readonly size: number
  /** The number of the run that was added last with this digest; −1: none. */
  find(digests: Uint32Array, at: number): number
  /** `members`: the numbers of its records. */
  add(digests: Uint32Array, at: number, members: ArrayLike<number>): number
  /** Where its members begin and end, for `memberAt`: in loops over all runs, a view of each takes longer than its members. */
  startOf(run: number): number
  endOf(run: number): number
  memberAt(place: number): number
  /** A copy that has only these runs, and the new number of each, plus one; 0: it is not there. */
  only(runs: Iterable<number>): { readonly runs: KnownRuns; readonly renumbered: Uint32Array }
}

export function createKnownRuns(): KnownRuns {
  /** The digest of each run. */
  let words = new Uint32Array(wordsPerRunDigest * 256)
  /** Numbers of runs plus one, by the last word of their digest; 0: free. At most half full. */
  let index = new Uint32Array(512)
  /** Where the members of each run begin, and where those of the last one end. */
  let starts = new Uint32Array(256)
  let members = new Uint32Array(1_024)
  let size = 0

  /** The place in the index of a digest, or the free place where it belongs. */
  const placeOf = (digests: Uint32Array, at: number): number => {
    const a = digests[at]!
    const b = digests[at + 1]!
    const c = digests[at + 2]!
    const d = digests[at + 3]!
    for (let place = d & (index.length - 1); ; place = (place + 1) & (index.length - 1)) {
      if (index[place] === 0) return place
      const own = (index[place]! - 1) * wordsPerRunDigest
      if (words[own] === a && words[own + 1] === b && words[own + 2] === c && words[own + 3] === d) return place
    }
  }
  const growIndex = (): void => {
    const smaller = index
    index = new Uint32Array(index.length * 2)
    for (const run of smaller) if (run > 0) index[placeOf(words, (run - 1) * wordsPerRunDigest)] = run
    freeBytes(smaller.buffer)
  }

  const add: KnownRuns['add'] = (digests, at, added) => {
    const start = starts[size]!
    const membersEnd = start + added.length
    if (size + 2 > starts.length) starts = outgrown(starts, new Uint32Array(Math.ceil(size * 1.5)))
    if (membersEnd > members.length) members = outgrown(members, new Uint32Array(Math.ceil(membersEnd * 1.5)))
    if ((size + 1) * wordsPerRunDigest > words.length) {
      words = outgrown(words, new Uint32Array(Math.ceil(size * 1.5) * wordsPerRunDigest))
    }
    if (size * 2 >= index.length) growIndex()
    members.set(added, start)
    for (let word = 0; word < wordsPerRunDigest; word += 1) words[size * wordsPerRunDigest + word] = digests[at + word]!
    index[placeOf(digests, at)] = size + 1
    size += 1
    starts[size] = start + added.length
    return size - 1
  }
  const find: KnownRuns['find'] = (digests, at) => index[placeOf(digests, at)]! - 1
  const membersOf = (run: number): Uint32Array => members.subarray(starts[run], starts[run + 1])

  return {
    get size() {
      return size
    },
    find,
    add,
    startOf: (run) => starts[run]!,
    endOf: (run) => starts[run + 1]!,
    memberAt: (place) => members[place]!,
    only(wanted) {
      const runs = createKnownRuns()
      const renumbered = new Uint32Array(size)
      for (const run of new Set(wanted)) {
        const at = run * wordsPerRunDigest
        if (find(words, at) === run) renumbered[run] = runs.add(words, at, membersOf(run)) + 1
      }
      return { runs, renumbered }
    },
  }
}
