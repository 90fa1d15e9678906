import { useEventListener } from '@vueuse/core'
import { onScopeDispose, ref } from 'vue'
import type { Router } from 'vue-router'
import { providedState } from '../../ui/provided-state.ts'

/** The start only leads to the first screen, so going back to it would change nothing. */
const isScreen = (address: unknown): boolean => typeof address === 'string' && address !== '/'

/** The fourth and fifth button of a mouse, by `MouseEvent.button`. */
const backButton = 3
const forwardButton = 4

/** The screens before and after the open one, as vue-router notes them in each entry of the window's history. */
export function useScreenHistory(router: Router) {
  const canGoBack = ref(false)
  const canGoForward = ref(false)
  const update = (): void => {
    const { back, forward } = router.options.history.state
    canGoBack.value = isScreen(back)
    canGoForward.value = isScreen(forward)
  }
  update()
  onScopeDispose(router.afterEach(update))

  const back = (): void => void (canGoBack.value && router.back())
  const forward = (): void => void (canGoForward.value && router.forward())

  // A browser goes back by itself unless it is prevented; Electron does nothing.
  useEventListener(window, 'mouseup', (event: MouseEvent) => {
    if (event.button !== backButton && event.button !== forwardButton) return
    event.preventDefault()
    if (event.button === backButton) back()
    else forward()
  })
  return { canGoBack, canGoForward, back, forward }
}

export const [provideScreenHistory, useProvidedHistory] = providedState('history of screens', useScreenHistory)
