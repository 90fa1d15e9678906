/** A fact about a draft as a whole, and what can be done about it. */
export interface DraftNotice {
  /** Names the notice and what it is about: a closed notice does not come back. */
  readonly key: string
  readonly tone: 'info' | 'warning'
  readonly title?: string
  readonly text: string
  readonly actions?: readonly {
    readonly label: string
    readonly run: () => unknown
    readonly primary?: boolean
    readonly loading?: boolean
  }[]
  /** It cannot be closed. */
  readonly stays?: boolean
}
