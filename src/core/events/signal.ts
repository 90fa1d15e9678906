/** Passes values to listeners inside core. For events that the window hears, see `announcer.ts`. */
export interface Signal<T> {
  emit(value: T): void
  /** Returns the function that stops listening. */
  listen(listener: (value: T) => void): () => void
}

export function createSignal<T>(): Signal<T> {
  const listeners = new Set<(value: T) => void>()
  return {
    emit(value) {
      for (const listener of listeners) listener(value)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
