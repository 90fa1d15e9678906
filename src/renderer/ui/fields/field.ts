/** What every field of the kit takes beside its value. */
export interface FieldProps {
  /** The name of the field. It is shown above it, or read out only (`labelHidden`). */
  readonly label: string
  readonly labelHidden?: boolean
  readonly hint?: string | null
  /** Why the value cannot be used; shown instead of the hint, and the field counts as invalid. */
  readonly error?: string | null
  readonly disabled?: boolean
  /** The id of the control; one is made when absent. */
  readonly id?: string
}
