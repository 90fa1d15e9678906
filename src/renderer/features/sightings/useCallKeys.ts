import { useEventListener } from '@vueuse/core'
import type { OutcomeCode } from '../../../contract/sightings.ts'
import { dialogIsOpen, takesText } from '../../app/useShortcuts.ts'
import { outcomeByKey } from './sighting-text.ts'

export interface CallKeyActions {
  /** A car is on the card. */
  isOpen(): boolean
  choose(outcome: OutcomeCode): void
  /** Keeps what was entered and goes to the next car. */
  save(): void
  toList(): void
  toSearch(): void
}

/**
 * The keys of the call list. A single letter counts in the list and on the card alone, and not where it is text: whoever speaks to the PC must
 * not set anything off elsewhere (WCAG 2.1.4).
 */
export function useCallKeys(actions: CallKeyActions): void {
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented || dialogIsOpen()) return
    const command = event.ctrlKey || event.metaKey
    if (command && !event.altKey && !event.shiftKey) {
      if (event.key === 'Enter' && actions.isOpen()) {
        event.preventDefault()
        actions.save()
      } else if (event.key.toLowerCase() === 'f') {
        event.preventDefault()
        actions.toSearch()
      }
      return
    }
    if (command || event.altKey) return
    const isAtWork = event.target instanceof Element && event.target.closest('[data-workspace]') !== null
    if (!isAtWork || !actions.isOpen()) return
    if (event.key === 'Escape') {
      event.preventDefault()
      actions.toList()
      return
    }
    if (takesText(event.target) || event.repeat) return
    const outcome = outcomeByKey.get(event.key.toUpperCase())
    if (outcome === undefined) return
    event.preventDefault()
    actions.choose(outcome)
  })
}
