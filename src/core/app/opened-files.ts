import type { FileTicket } from '../../contract/app.ts'

/** Files that the user opened with Forecourt outside its window, until the window takes them. */
export type OpenedFiles = ReturnType<typeof createOpenedFiles>

/** `onAdded` is called for each file. */
export function createOpenedFiles(onAdded: () => void) {
  const waiting: (() => Promise<FileTicket>)[] = []
  return {
    /** Adds a file. `read` registers it when the window takes it, and throws a failure when it cannot be opened. */
    add(read: () => Promise<FileTicket>): void {
      waiting.push(read)
      onAdded()
    },
    /** Removes the oldest file and returns its ticket; null when there is none. Throws the failure of a file that cannot be opened. */
    take: async (): Promise<FileTicket | null> => (await waiting.shift()?.()) ?? null,
  }
}
