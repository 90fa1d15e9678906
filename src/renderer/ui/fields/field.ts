import { computed, type ComputedRef, useId } from 'vue'

/** What every field of the kit takes beside its value. */
export interface FieldProps {
  /** The name of the field. It is shown above it, or read out only (`labelHidden`). */
  readonly label: string
  readonly labelHidden?: boolean
  /** Help below the field. */
  readonly hint?: string | null
  /** Why the value cannot be used; shown instead of the hint, and the field counts as invalid. */
  readonly error?: string | null
  readonly disabled?: boolean
  /** The id of the control; one is made when absent. */
  readonly id?: string
}

/** The attributes that tie a control to its label, hint and error. */
export interface FieldLinks {
  readonly id: ComputedRef<string>
  readonly helpId: ComputedRef<string>
  readonly attributes: ComputedRef<{
    readonly id: string
    readonly 'aria-label': string | undefined
    readonly 'aria-describedby': string | undefined
    readonly 'aria-invalid': 'true' | undefined
  }>
}

export function useFieldLinks(props: FieldProps): FieldLinks {
  const madeId = useId()
  const id = computed(() => props.id ?? madeId)
  const helpId = computed(() => `${id.value}-help`)
  const attributes = computed(
    () =>
      ({
        id: id.value,
        'aria-label': props.labelHidden ? props.label : undefined,
        'aria-describedby': props.error || props.hint ? helpId.value : undefined,
        'aria-invalid': props.error ? 'true' : undefined,
      }) as const,
  )
  return { id, helpId, attributes }
}
