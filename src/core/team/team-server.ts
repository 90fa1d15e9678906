/** An entry as the server stores it: encrypted and signed on the PC that wrote it. */
export interface SealedEntry {
  /** UUID in lower case. */
  readonly device: string
  /** 1, 2, 3 ... without gaps for each device. */
  readonly n: number
  /** Opaque to the server. Empty: the content was erased, and only its number is left. */
  readonly body: Uint8Array
}

/** Whether two bodies of one entry show that it is the same. An empty body was erased, here or at the server. */
export const isSameBody = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === 0 || other.length === 0 || Buffer.from(one).equals(other)

/** The largest body of an entry. The server refuses a larger one. */
export const maxBodyBytes = 65_536

/**
 * The log that the PCs of a team share. All methods throw `FailureError`: `offline`, `timeout` and `service-down` pass with
 * time, `sign-in-required`, `wrong-address`, `certificate` and `rejected` need the user or the administrator.
 */
export interface TeamServer {
  /**
   * Adds entries of one device, in order of n. Idempotent: an entry that is there already is no error. `conflict`: the server
   * has another body under the same number, or lacks the number before the first one.
   */
  push(entries: readonly SealedEntry[]): Promise<void>
  /** The greatest n that the server has, by device. */
  heads(): Promise<ReadonlyMap<string, number>>
  /** Entries of the device with n greater than `after`, in order: at most `limit`, fewer when they are large, at least one if any. */
  pull(device: string, after: number, limit: number): Promise<readonly SealedEntry[]>
  /**
   * Calls the listener soon after entries were pushed, where the server can do so. Only a hint: it may never come. Returns what
   * ends it.
   */
  watch(listener: () => void): () => void
  /** Ends the connection. Calls that run fail. */
  close(): Promise<void>
}
