/** A call of the window to its host. `opening`: the number of the window, because a call of an earlier one can arrive late. */
export interface CallOfPage {
  readonly opening: number
  readonly what: 'invoke' | 'choose-file' | 'take-file'
  readonly method: string
  readonly input: unknown
}

/** What the page offers to the test (`page/start.ts`). */
export interface PageFunctions {
  /** Opens a new window on a screen in place of the open one. Resolves when another address is followed. */
  openWindow(address: string, opening: number): Promise<void>
  /** Shows every component of the kit in place of a window. */
  openKit(): Promise<void>
  closeWindow(): void
  announce(event: unknown): void
  setLink(up: boolean): void
}
