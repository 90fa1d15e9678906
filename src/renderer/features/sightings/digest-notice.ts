import { onScopeDispose, watch } from 'vue'
import { useClient } from '../../bridge/program-client.ts'
import { useEvent } from '../../bridge/useEvent.ts'
import { type ToastAction, useToasts } from '../../ui/useToasts.ts'

const topic = 'digest'

/**
 * Shows the daily digest as a notice, once a day: also one that was made before this window was open. A window that cannot be seen
 * leaves it for later. On other screens it stays until it is closed or the Sightings screen,
 * which shows the digest for the rest of the day, is opened by `show`.
 */
export function useDigestNotice(isOnSightings: () => boolean, show: ToastAction): void {
  const client = useClient()
  const toasts = useToasts()
  let noticeId: number | null = null
  async function take(): Promise<void> {
    if (document.visibilityState === 'hidden') return
    const answer = await client.call('sightings.takeDigest', {})
    if (!answer.ok || answer.value.text === null) return
    const { text } = answer.value
    noticeId = isOnSightings() ? null : toasts.reminder(text, show, topic)
    if (noticeId === null) toasts.success(text, undefined, topic)
  }
  const takeSoon = (): void => void take()

  useEvent('sightings.digested', takeSoon)
  document.addEventListener('visibilitychange', takeSoon)
  onScopeDispose(() => document.removeEventListener('visibilitychange', takeSoon))
  // The screen may open after an event that was lost while the window connected.
  watch(
    isOnSightings,
    (isOpen) => {
      if (isOpen && noticeId !== null) toasts.close(noticeId)
      noticeId = null
      takeSoon()
    },
    { immediate: true },
  )
}
