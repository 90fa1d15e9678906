import { onScopeDispose, type Ref } from 'vue'
import type { Router } from 'vue-router'

/** What scrolls in a screen: its body, a grid and a list. */
const scrollers = ['.frame > .body', '[role="grid"]', '[role="listbox"]'] as const

interface ScreenPosition {
  /** How far each scroller was scrolled, in pixels. */
  readonly scrolled: readonly { readonly selector: string; readonly top: number }[]
  /** A selector for the control that had the focus; null: none that can be found again. */
  readonly focus: string | null
}

/** What arrives later than this moves nothing any more. */
const waitMs = 5_000

/**
 * A selector that finds a control again when its screen is drawn a second time: by its id, its address or its name. Ids that Vue
 * counts up are others then.
 */
function selectorOf(element: Element | null): string | null {
  if (!element || element === document.body) return null
  const quoted = (value: string): string => JSON.stringify(value)
  const tag = element.tagName.toLowerCase()
  for (const name of ['href', 'data-focus-key', 'aria-label', 'name'] as const) {
    const value = element.getAttribute(name)
    if (value) return `${tag}[${name}=${quoted(value)}]`
  }
  return null
}

/**
 * Restores the scroll position and the focus of a screen that the user goes back or forward to. `main` contains the screens.
 * Data arrives after the screen, so both are tried at each change of it, until the user does something.
 */
export function useScreenPositions(router: Router, main: Readonly<Ref<HTMLElement | null>>): void {
  const positions = new Map<number, ScreenPosition>()
  let stop: (() => void) | null = null
  let leaving = positionNumber()

  function positionNumber(): number {
    return Number(router.options.history.state['position'] ?? 0)
  }

  function read(root: HTMLElement): ScreenPosition {
    return {
      scrolled: scrollers.flatMap((selector) => {
        const top = root.querySelector(selector)?.scrollTop ?? 0
        return top > 0 ? [{ selector, top }] : []
      }),
      focus: root.contains(document.activeElement) ? selectorOf(document.activeElement) : null,
    }
  }

  function restore(root: HTMLElement, { scrolled, focus }: ScreenPosition): void {
    stop?.()
    let wanted = focus
    const tryAgain = (): void => {
      // Again at each change: what is above can grow while it loads, and would move the rest down.
      for (const { selector, top } of scrolled) {
        const element = root.querySelector(selector)
        if (element && element.scrollTop !== top) element.scrollTop = top
      }
      const control = wanted === null ? null : root.querySelector<HTMLElement>(wanted)
      if (!control) return
      wanted = null
      control.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(tryAgain)
    const timer = setTimeout(() => stop?.(), waitMs)
    const inputs = ['wheel', 'keydown', 'pointerdown'] as const
    stop = () => {
      observer.disconnect()
      clearTimeout(timer)
      for (const input of inputs) window.removeEventListener(input, onInput, true)
      stop = null
    }
    const onInput = (): void => stop?.()
    for (const input of inputs) window.addEventListener(input, onInput, true)
    observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['style'] })
    tryAgain()
  }

  const removeBefore = router.beforeEach(() => {
    stop?.()
    if (main.value) positions.set(leaving, read(main.value))
  })
  const removeAfter = router.afterEach((_to, _from, failure) => {
    const entered = positionNumber()
    const position = positions.get(entered)
    leaving = entered
    if (failure || !main.value || !position) return
    positions.delete(entered)
    // Only entries that exist already have a position: those that the user goes back or forward to.
    const root = main.value
    requestAnimationFrame(() => restore(root, position))
  })
  onScopeDispose(() => {
    stop?.()
    removeBefore()
    removeAfter()
  })
}
