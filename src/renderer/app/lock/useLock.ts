import { useEventListener } from '@vueuse/core'
import { computed, watch } from 'vue'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

/** The program learns of activity at most this often. */
const reportEveryMs = 20_000

/**
 * Whether this window is locked. While it is, `data-locked` on the page hides everything but the lock screen: what the user was typing
 * is still there afterwards.
 */
export function useLock() {
  const client = useClient()
  const query = useQuery('lock.state', { refreshOn: ['lock.changed', 'storage.changed'] })
  const isLocked = computed(() => query.data.value?.locked === true)
  watch(
    isLocked,
    (locked) => {
      document.documentElement.toggleAttribute('data-locked', locked)
      if (locked && document.activeElement instanceof HTMLElement) document.activeElement.blur()
    },
    { immediate: true },
  )

  let reportedAt = Number.NEGATIVE_INFINITY
  function report(): void {
    const now = performance.now()
    if (isLocked.value || now - reportedAt < reportEveryMs) return
    reportedAt = now
    void client.call('lock.activity', {})
  }
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const) {
    useEventListener(document, event, report, { capture: true, passive: true })
  }
  return {
    state: query.data,
    isLocked,
    /** Shows the state that a call returned. */
    adopt: query.set,
  }
}
