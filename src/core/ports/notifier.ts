/** A notification of the system, outside the window. */
export interface SystemNotification {
  readonly title: string
  readonly body: string
  /** Called when the user clicks it. */
  readonly onClick: () => void
}

/** The notifications of the desktop. A system without them, or where the user turned them off, shows none: nothing depends on it. */
export interface Notifier {
  show(notification: SystemNotification): void
}
