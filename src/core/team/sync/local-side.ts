import type { SealedEntry } from '../team-server.ts'

/** The entries that this PC wrote, as the sync reads them. All of them stay readable: a server that lost its last hours gets them again. */
export interface Outbox {
  /** UUID of this PC in the team. Another one after `startNewDevice`. */
  device(): string
  /** The greatest n of this PC; 0: none. */
  head(): number
  /** The greatest n that the server was known to have, also before a restart: for the status only. */
  pushed(): number
  setPushed(n: number): void
  /** Entries with n greater than `after`, in order: at most `limit`. */
  read(after: number, limit: number): readonly SealedEntry[] | Promise<readonly SealedEntry[]>
  /**
   * The server has other entries under the numbers of this PC, because its data was restored from a backup. What the server
   * does not have has to be written again under other numbers, or a new device.
   */
  startNewDevice(): void | Promise<void>
}

/** The entries of all PCs on this one. */
export interface Inbox {
  /** The greatest n that is stored here, by device, also of this PC. */
  heads(): ReadonlyMap<string, number>
  /** Whether entries of the device can be checked: those of others wait for the list that names it. */
  isMember(device: string): boolean
  /**
   * Stores entries of one device that follow those stored here, in short transactions. An entry that cannot be read, or that is
   * forged, is stored as such: it must not stop those after it.
   */
  store(entries: readonly SealedEntry[]): void | Promise<void>
}
