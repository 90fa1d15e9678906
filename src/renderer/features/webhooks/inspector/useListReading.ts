import { computed, ref } from 'vue'

/** Whether the user is reading a list: the pointer is over it, the focus is in it, or it is scrolled. */
export function useListReading() {
  const isPointedAt = ref(false)
  const hasFocus = ref(false)
  const isScrolled = ref(false)

  return {
    isReading: computed(() => isPointedAt.value || hasFocus.value || isScrolled.value),
    pointed(isInside: boolean): void {
      isPointedAt.value = isInside
    },
    focused(): void {
      hasFocus.value = true
    },
    /** For `focusout`: the focus may move within the list. */
    blurred(event: FocusEvent): void {
      const target = event.relatedTarget
      hasFocus.value =
        target instanceof Node && event.currentTarget instanceof Node && event.currentTarget.contains(target)
    },
    scrolled(range: { first: number }): void {
      isScrolled.value = range.first > 0
    },
    /** Reading begins again with the next pointer, focus or scroll event. */
    stop(): void {
      isPointedAt.value = false
      hasFocus.value = false
      isScrolled.value = false
    },
  }
}
