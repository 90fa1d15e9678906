/**
 * What a host provides to the window. Answers are envelopes (`Result`), events are `ProgramEvent`s. The window does not parse them
 * again, because both sides are compiled against the same contract.
 */
export interface HostBridge {
  readonly host: 'electron' | 'browser'
  /** Calls `domain.verb`. Resolves with an envelope, also for failures; rejects only when the host is not running. */
  invoke(method: string, input: unknown): Promise<unknown>
  /** Calls the listener for every event until the returned function is called. */
  subscribe(listener: (event: unknown) => void): () => void
  /** Shows the system's file dialog: the envelope of a FileTicket, or of null when the user cancels. */
  chooseFile(): Promise<unknown>
  /** Accepts a dropped or pasted file: the envelope of a FileTicket. */
  takeFile(file: unknown): Promise<unknown>
  /** Reports whether the program can be reached. Absent on the desktop, where window and program run together. */
  watchLink?(listener: (up: boolean) => void): () => void
}
