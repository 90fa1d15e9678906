import { computed, type ComputedRef, inject, type InjectionKey, onScopeDispose, shallowRef } from 'vue'

/** A part of the title; null while it has nothing to name. */
type TitlePart = () => string | null

export interface WindowTitle {
  readonly text: ComputedRef<string>
  /** Gives the function that removes the part. */
  add(part: TitlePart): () => void
}

export const programName = 'Forecourt'

/** The title of the window: what is open first, then its screen and section, and the program last. Parts are added from outside in. */
export function createWindowTitle(): WindowTitle {
  const parts = shallowRef<readonly TitlePart[]>([])
  return {
    text: computed(() => {
      const named = parts.value.flatMap((part) => part() || []).toReversed()
      // A section and its first screen have the same name.
      const names = named.filter((name, at) => name !== named[at - 1])
      return (names[0]?.endsWith(programName) ? names : [...names, programName]).join(' – ')
    }),
    add(part) {
      parts.value = [...parts.value, part]
      return () => {
        parts.value = parts.value.filter((each) => each !== part)
      }
    },
  }
}

export const windowTitleKey: InjectionKey<WindowTitle> = Symbol('window title')

/** Names the screen, or the record that is open in it, for as long as the component lives. */
export function useWindowTitle(part: TitlePart): void {
  const title = inject(windowTitleKey)
  if (!title) throw new Error('useWindowTitle needs the App around it')
  onScopeDispose(title.add(part))
}
