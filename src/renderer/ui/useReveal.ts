import { useEventListener } from '@vueuse/core'
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Result } from '../../contract/result.ts'
import { useAction } from '../bridge/useAction.ts'

/** A secret on the screen hides by itself. */
const shownForMs = 30_000

/** A secret of one record, shown for half a minute at most and never while the window is hidden or for another record. */
export function useReveal<T>(fetchSecret: (id: string) => Promise<Result<T>>, id: () => string) {
  /** Null while it is hidden. */
  const value = shallowRef<T | null>(null)
  const action = useAction(fetchSecret, { failed: 'shown' })
  let timer: ReturnType<typeof setTimeout> | undefined

  function hide(): void {
    action.cancel()
    clearTimeout(timer)
    value.value = null
  }

  async function show(): Promise<void> {
    hide()
    const answer = await action.run(id())
    if (answer === null) return
    value.value = answer
    timer = setTimeout(hide, shownForMs)
  }

  watch(id, hide, { flush: 'sync' })
  useEventListener(document, 'visibilitychange', () => document.hidden && hide())
  onScopeDispose(hide)
  return { value, failure: action.failure, show, hide }
}
