import { inject, type InjectionKey, onScopeDispose, ref } from 'vue'

/** The name of what has text that was typed and not saved; null: nothing. */
type UnsavedInput = () => string | null

export function createUnsavedInputs() {
  const inputs = new Set<UnsavedInput>()
  const discards = ref(0)
  return {
    /** The names of all that would be lost with the open screen. */
    names: (): readonly string[] => [...inputs].flatMap((input) => input() ?? []),
    /** Gives the function that removes it. */
    add(input: UnsavedInput) {
      inputs.add(input)
      return () => inputs.delete(input)
    },
    /** Drops what was typed: the open screen is created again. */
    discard() {
      inputs.clear()
      discards.value += 1
    },
    /** How often it was dropped. */
    discards,
  }
}

export type UnsavedInputs = ReturnType<typeof createUnsavedInputs>

export const unsavedInputsKey: InjectionKey<UnsavedInputs> = Symbol('unsaved input')

/** Names the form of a component while it has unsaved text, for questions before its screen is left. */
export function useUnsavedInput(input: UnsavedInput): void {
  const inputs = inject(unsavedInputsKey, null)
  if (inputs) onScopeDispose(inputs.add(input))
}
