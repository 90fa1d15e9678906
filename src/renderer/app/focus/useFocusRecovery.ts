import { useEventListener, useMutationObserver } from '@vueuse/core'
import { onScopeDispose } from 'vue'
import { canTakeFocus, type FocusPlace, nearestTo, placeOf, startOfScreen } from './focus-place.ts'

/** What takes the focus when it is pressed. */
const takesPress = 'a[href], button, input, select, textarea, summary, label, [tabindex], [contenteditable]'
/** So many places are remembered: a dialog can be opened from a menu that is opened from a dialog. */
const maxPlaces = 8
/** A control that is disabled while it works gets the focus back; one that stays disabled loses it. */
const disabledMs = 1_000

/**
 * Keeps the focus in the window when the focused element is removed, hidden or disabled: it would fall to the body, and the next Tab would
 * begin at the start. What a screen does itself comes first: only a focus that is still nowhere two frames later is moved.
 */
export function useFocusRecovery(): void {
  /** Newest first. */
  let places: readonly FocusPlace[] = []
  let waiting = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body

  useEventListener(
    document,
    'focusin',
    ({ target }) => {
      if (!(target instanceof HTMLElement) || target === document.body) return
      clearTimeout(timer)
      const earlier = places.filter(({ element }) => element !== target && element.isConnected)
      places = [placeOf(target), ...earlier].slice(0, maxPlaces)
    },
    true,
  )

  // A press beside all controls takes the focus away on purpose.
  useEventListener(
    document,
    'pointerdown',
    ({ target }) => {
      if (target instanceof Element && !target.closest(takesPress)) places = []
    },
    true,
  )

  function recover(): void {
    const [last] = places
    if (!isNowhere() || !last || canTakeFocus(last.element)) return
    for (const place of places) {
      const target = canTakeFocus(place.element) ? place.element : nearestTo(place)
      target?.focus({ preventScroll: true })
      if (!isNowhere()) return
    }
    startOfScreen()?.focus({ preventScroll: true })
  }

  function check(): void {
    const [last] = places
    if (!isNowhere() || !last) return
    if (last.element.isConnected && last.element.matches(':disabled')) {
      clearTimeout(timer)
      timer = setTimeout(recover, disabledMs)
      return
    }
    recover()
  }

  /** After the frame in which the screen changed: until then it may move the focus itself. */
  function checkLater(): void {
    if (waiting || !isNowhere()) return
    waiting = true
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        waiting = false
        check()
      }),
    )
  }

  /** A control that can be used again. */
  function returnToEnabled(records: readonly MutationRecord[]): void {
    const element = places[0]?.element
    if (!element || !isNowhere()) return
    if (records.some(({ type, target }) => type === 'attributes' && target === element) && canTakeFocus(element))
      element.focus({ preventScroll: true })
  }

  useMutationObserver(
    document.body,
    (records) => {
      if (!isNowhere()) return
      returnToEnabled(records)
      checkLater()
    },
    { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'hidden', 'inert'] },
  )
  onScopeDispose(() => clearTimeout(timer))
}
