import { useEventListener } from '@vueuse/core'

const betweenSignsMs = 60_000

/** Tells now and then, while she works, that she is here: after a long pause that begins a new visit. Gives the way to tell at once. */
export function useVisitSigns(tell: () => Promise<void>): () => Promise<void> {
  let toldAtMs = Number.NEGATIVE_INFINITY
  const tellNow = (): Promise<void> => {
    toldAtMs = performance.now()
    return tell()
  }
  useEventListener(window, ['pointerdown', 'keydown'], () => {
    if (performance.now() - toldAtMs > betweenSignsMs) void tellNow()
  })
  return tellNow
}
