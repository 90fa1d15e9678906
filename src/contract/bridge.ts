/**
 * The four things that a host gives the window. Answers are envelopes (`Result`), events are `ProgramEvent`s; the window's typed
 * clients parse neither again: both sides were compiled against the same contract.
 */
export interface HostBridge {
  readonly host: 'electron' | 'browser'
  /** Calls `domain.verb`. Resolves with an envelope, also for failures; rejects only when the host is gone. */
  invoke(method: string, input: unknown): Promise<unknown>
  /** Hears every program event until the returned function is called. */
  subscribe(listener: (event: unknown) => void): () => void
  /** Asks for a spreadsheet with the system's dialog: envelope of a FileTicket, or of null when she closed it. */
  chooseFile(): Promise<unknown>
  /** Takes a dropped or pasted file in: envelope of a FileTicket. */
  takeFile(file: unknown): Promise<unknown>
  /** Hears whether the program can be reached; absent where window and program live and die together (the desktop). */
  watchLink?(listener: (up: boolean) => void): () => void
}
