/** A file as its folder lists it. */
export interface ListedFile {
  readonly name: string
  readonly size: number
  /** Milliseconds since 1970, of the clock of the folder's computer. */
  readonly modifiedMs: number
}

export type StableFiles = ReturnType<typeof createStableFiles>

/** Size and time must stay this long: programs write a file in pieces. */
export const stableAfterMs = 5_000
/** An export creates its file first, and can take minutes to fill it. */
export const emptyStableAfterMs = 120_000

/** Tells files that are complete from those that are being written. It compares what it sees: clocks of network drives differ. */
export function createStableFiles() {
  let seen = new Map<string, ListedFile & { readonly sinceMs: number }>()
  let changing = false
  return {
    /** Takes what the folder lists now, and returns the files that no longer change. `nowMs`: of the monotonic clock. */
    look(listed: readonly ListedFile[], nowMs: number): ListedFile[] {
      const next: typeof seen = new Map()
      const stable: ListedFile[] = []
      for (const file of listed) {
        const before = seen.get(file.name)
        const isSame = before?.size === file.size && before.modifiedMs === file.modifiedMs
        const sinceMs = isSame ? before.sinceMs : nowMs
        next.set(file.name, { ...file, sinceMs })
        if (nowMs - sinceMs >= (file.size === 0 ? emptyStableAfterMs : stableAfterMs)) stable.push(file)
      }
      seen = next
      changing = stable.length < listed.length
      return stable
    },
    /** Whether a file was listed that may still be written. */
    hasChanging: (): boolean => changing,
  }
}
