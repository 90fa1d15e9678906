import { inject, type InjectionKey, onScopeDispose, ref, type Ref } from 'vue'

/** The name of what has text that was typed and not saved; null: nothing. */
type UnsavedInput = () => string | null

export interface UnsavedInputs {
  /** The names of all that would be lost with the open screen. */
  names(): readonly string[]
  /** Gives the function that removes it. */
  add(input: UnsavedInput): () => void
  /** Drops what was typed: the open screen is created again. */
  discard(): void
  /** How often it was dropped. */
  readonly discards: Readonly<Ref<number>>
}

export function createUnsavedInputs(): UnsavedInputs {
  const inputs = new Set<UnsavedInput>()
  const discards = ref(0)
  return {
    names: () => [...inputs].flatMap((input) => input() ?? []),
    add(input) {
      inputs.add(input)
      return () => inputs.delete(input)
    },
    discard: () => void (discards.value += 1),
    discards,
  }
}

export const unsavedInputsKey: InjectionKey<UnsavedInputs> = Symbol('unsaved input')

/** Names the form of a component while it has unsaved text, for questions before its screen is left. */
export function useUnsavedInput(input: UnsavedInput): void {
  const inputs = inject(unsavedInputsKey, null)
  if (inputs) onScopeDispose(inputs.add(input))
}
