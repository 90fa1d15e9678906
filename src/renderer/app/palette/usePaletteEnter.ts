import { nextTick, type Ref, watch } from 'vue'
import type { TypedBefore } from './useKeysBeforeFocus.ts'

/** Enter in the palette. Before the sources have answered, the first result runs as soon as they have. */
export function usePaletteEnter(palette: {
  readonly open: Ref<boolean>
  readonly typed: Ref<string>
  readonly searching: Readonly<Ref<boolean>>
  hasChosen(): boolean
  runSelected(): void
  loadSources(): Promise<void>
}) {
  const { open, typed, searching } = palette
  let isWaiting = false

  function press(): void {
    isWaiting = searching.value && !palette.hasChosen()
    if (!isWaiting) palette.runSelected()
  }
  watch(typed, () => {
    isWaiting = false
  })
  watch(searching, (isSearching) => {
    if (isSearching || !isWaiting || !open.value) return
    isWaiting = false
    palette.runSelected()
  })

  return {
    press,
    /** Continues with what was typed before the field had the focus. */
    async takeTyped({ text, enter }: TypedBefore): Promise<void> {
      if (text !== '') typed.value = text
      if (!enter) return
      // Without the sources only screens and commands would be searched.
      await palette.loadSources()
      await nextTick()
      if (open.value && typed.value === text) press()
    },
  }
}
