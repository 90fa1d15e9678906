/** A text of the table; an empty one is shown as blank. */
interface TableCell {
  readonly text: string
  readonly tone?: 'bad' | 'secondary'
  readonly problem?: string | null
  /** It is a number. */
  readonly atEnd?: boolean
}
export interface TableRow {
  readonly key: string
  readonly cells: readonly TableCell[]
  /** It is left out of the change. */
  readonly isOut?: boolean
}
