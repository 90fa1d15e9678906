/** What the program's entry in the task bar shows. */
export interface TaskProgress {
  /** 0 to 1. */
  readonly part: number
  /** `attention`: the user must act before it continues. */
  readonly state: 'running' | 'paused' | 'attention'
}

/** The program's entry in the task bar of the desktop. A system without one shows nothing: nothing depends on it. */
export interface TaskBar {
  /** Null: no work is running. */
  show(progress: TaskProgress | null): void
}
