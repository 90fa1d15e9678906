import { onScopeDispose } from 'vue'

/** What was typed before the palette could take it. */
export interface TypedBefore {
  readonly text: string
  /** Enter was pressed after the text. */
  readonly enter: boolean
}

const modifiers: ReadonlySet<string> = new Set(['Control', 'Shift', 'Alt', 'AltGraph', 'Meta', 'CapsLock'])

/**
 * Collects keys from the moment that the palette is requested until its field has the focus: its script may still be loading, and they
 * would be typed into the control that had the focus. Part of the first script, so it is small.
 */
export function useKeysBeforeFocus(close: () => void): { begin(): void; end(): TypedBefore } {
  let text = ''
  let enter = false

  function collect(event: KeyboardEvent): void {
    if (modifiers.has(event.key)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    const withModifier = event.ctrlKey || event.metaKey || event.altKey
    if (event.key === 'Escape' || (withModifier && event.key.toLowerCase() === 'k')) close()
    else if (event.repeat || enter || (withModifier && !event.getModifierState('AltGraph'))) return
    else if (event.key === 'Enter') enter = true
    else if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
  }
  function end(): TypedBefore {
    window.removeEventListener('keydown', collect, true)
    const typed = { text, enter }
    text = ''
    enter = false
    return typed
  }
  onScopeDispose(end)

  return {
    begin() {
      end()
      window.addEventListener('keydown', collect, true)
    },
    end,
  }
}
