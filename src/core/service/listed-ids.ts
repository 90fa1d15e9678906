import { createHash } from 'node:crypto'

/** The ids that a reading of the list has met, in the order of the list. */
export type ListedIds = ReturnType<typeof createListedIds>

export function createListedIds() {
  const places = new Map<string, number>()
  return {
    get listed(): number {
      return places.size
    },
    /** The place of an id in the list, from 1; 0: it was not listed. */
    placeOf: (id: string): number => places.get(id) ?? 0,
    add(ids: readonly string[]): void {
      for (const id of ids) if (!places.has(id)) places.set(id, places.size + 1)
    },
  }
}

/** Entries without a readable id, by their content. Equal entries of one page are several; those of another page are the same ones. */
export function createSeenEntries() {
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
    get size(): number {
      return seen.size
    },
    hasNew: (entries: readonly unknown[]): boolean => keysOf(entries).some((key) => !seen.has(key)),
    /** Adds those that are new, and returns them. */
    addNew(entries: readonly unknown[]): readonly unknown[] {
      const keys = keysOf(entries)
      const added = entries.filter((_, index) => !seen.has(keys[index] ?? ''))
      for (const key of keys) seen.add(key)
      return added
    },
  }
}
