import { inject, type InjectionKey, provide } from 'vue'

/** What a component around this one, or the app, provides. */
export function provided<T>(key: InjectionKey<T>): T {
  const value = inject(key)
  if (value === undefined) throw new Error(`No component around this one provides the ${key.description}`)
  return value
}

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
    (): State => provided(key),
  ] as const
}
