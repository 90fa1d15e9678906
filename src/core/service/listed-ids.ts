import { createHash } from 'node:crypto'

/** The ids that a reading of the list has met, in the order of the list. */
export interface ListedIds {
  readonly listed: number
  /** The place of an id in the list, from 1; 0: it was not listed. */
  placeOf(id: string): number
  add(ids: readonly string[]): void
}

export function createListedIds(): ListedIds {
  const places = new Map<string, number>()
  return {
    get listed() {
      return places.size
    },
    placeOf: (id) => places.get(id) ?? 0,
    add(ids) {
      for (const id of ids) if (!places.has(id)) places.set(id, places.size + 1)
    },
  }
}

/** Entries without a readable id, by their content. Equal entries of one page are several; those of another page are the same ones. */
export interface SeenEntries {
  readonly size: number
  hasNew(entries: readonly unknown[]): boolean
  /** Adds those that are new, and returns them. */
  addNew(entries: readonly unknown[]): readonly unknown[]
}

export function createSeenEntries(): SeenEntries {
  const seen = new Set<string>()
  const keysOf = (entries: readonly unknown[]): string[] => {
    const counts = new Map<string, number>()
    return entries.map((entry) => {
      const digest = createHash('sha256').update(JSON.stringify(entry)).digest('base64')
      const count = (counts.get(digest) ?? 0) + 1
      counts.set(digest, count)
      return `${digest} ${count}`
    })
  }
  return {
    get size() {
      return seen.size
    },
    hasNew: (entries) => keysOf(entries).some((key) => !seen.has(key)),
    addNew(entries) {
      const keys = keysOf(entries)
      const added = entries.filter((_, index) => !seen.has(keys[index] ?? ''))
      for (const key of keys) seen.add(key)
      return added
    },
  }
}
