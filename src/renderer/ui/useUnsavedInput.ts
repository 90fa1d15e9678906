import { inject, type InjectionKey, onScopeDispose, ref } from 'vue'

/** The name of what has text that was typed and not saved; null: nothing. */
type UnsavedInput = () => string | null

export function createUnsavedInputs() {
  const inputs = new Set<UnsavedInput>()
  /** What was begun on screens that are closed: by the name of the screen's input, then by keys of the screen. */
  const kept = new Map<string, Map<string, unknown>>()
  const discards = ref(0)
  return {
    /** The names of all that would be lost with the window, or with the connection in use. */
    names(): readonly string[] {
      const ofClosed = [...kept].flatMap(([name, begun]) => (begun.size > 0 ? name : []))
      return [...new Set([...inputs].flatMap((input) => input() ?? []).concat(ofClosed))]
    },
    /** Keeps what was begun on a screen while it is closed. */
    keep: (name: string, begun: Map<string, unknown>) => void kept.set(name, begun),
    /** What was kept, for the screen that opens: from then on the screen itself names it. */
    take<T>(name: string): Map<string, T> {
      const begun = kept.get(name) ?? new Map<string, unknown>()
      kept.delete(name)
      return begun as Map<string, T>
    },
    /** Gives the function that removes it. */
    add(input: UnsavedInput) {
      inputs.add(input)
      return () => inputs.delete(input)
    },
    /** Drops what was typed: the open screen is created again. */
    discard() {
      inputs.clear()
      kept.clear()
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

/** Input of a screen that it finds again when it is opened again. `keep` stores what is in its fields when the screen closes. */
export function useKeptInputs<T>(name: string, keep: () => void): Map<string, T> {
  const inputs = inject(unsavedInputsKey, null)
  if (!inputs) return new Map()
  const { value: before } = inputs.discards
  const begun = inputs.take<T>(name)
  onScopeDispose(() => {
    if (inputs.discards.value !== before) return
    keep()
    inputs.keep(name, begun)
  })
  return begun
}
