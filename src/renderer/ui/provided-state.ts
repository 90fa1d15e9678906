import { inject, type InjectionKey, provide } from 'vue'

/**
 * The state of a screen, which its root provides once and each component inside it takes: `const { draft } = useDraftEditor()`. A
 * component that several screens use has plain props instead. Gives the functions for the root and for the components.
 */
export function providedState<Needs extends readonly unknown[], State extends object>(
  name: string,
  create: (...needs: Needs) => State,
) {
  const key: InjectionKey<State> = Symbol(name)
  return [
    (...needs: Needs): State => {
      const state = create(...needs)
      provide(key, state)
      return state
    },
    (): State => {
      const state = inject(key)
      if (!state) throw new Error(`No component around this one provides the ${name}`)
      return state
    },
  ] as const
}
