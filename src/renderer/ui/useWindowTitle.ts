import { computed, type InjectionKey, onScopeDispose, shallowRef } from 'vue'
import { provided } from './provided-state.ts'

/** A part of the title; null while it has nothing to name. */
type TitlePart = () => string | null

export const programName = 'Forecourt'

/** The title of the window: what is open first, then its screen and section, and the program last. Parts are added from outside in. */
export function createWindowTitle() {
  const parts = shallowRef<readonly TitlePart[]>([])
  return {
    text: computed(() => {
      const named = parts.value.flatMap((part) => part() || []).toReversed()
      // A section and its first screen have the same name.
      const names = named.filter((name, at) => name !== named[at - 1])
      return (names[0]?.endsWith(programName) ? names : [...names, programName]).join(' – ')
    }),
    /** Gives the function that removes the part. */
    add(part: TitlePart) {
      parts.value = [...parts.value, part]
      return () => {
        parts.value = parts.value.filter((each) => each !== part)
      }
    },
  }
}

export const windowTitleKey: InjectionKey<ReturnType<typeof createWindowTitle>> = Symbol('window title')

/** Names the screen, or the record that is open in it, for as long as the component lives. */
export function useWindowTitle(part: TitlePart): void {
  onScopeDispose(provided(windowTitleKey).add(part))
}
