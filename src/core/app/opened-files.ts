import type { FileTicket } from '../../contract/app.ts'

/** Files that the user opened with Forecourt outside its window, until the window takes them. */
export interface OpenedFiles {
  /** Adds a file. `read` registers it when the window takes it, and throws a failure when it cannot be opened. */
  add(read: () => Promise<FileTicket>): void
  /** Removes the oldest file and returns its ticket; null when there is none. Throws the failure of a file that cannot be opened. */
  take(): Promise<FileTicket | null>
}

/** `onAdded` is called for each file. */
export function createOpenedFiles(onAdded: () => void): OpenedFiles {
  const waiting: (() => Promise<FileTicket>)[] = []
  return {
    add(read) {
      waiting.push(read)
      onAdded()
    },
    take: async () => (await waiting.shift()?.()) ?? null,
  }
}
