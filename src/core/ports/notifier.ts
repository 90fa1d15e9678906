/** A notice of the system, outside of the window. */
export interface Notice {
  readonly title: string
  readonly body: string
  /** She clicked it. */
  readonly onChosen: () => void
}

/** The desktop's notices. A system that has none, or on which she turned them off, shows none: nothing depends on it. */
export interface Notifier {
  show(notice: Notice): void
}
