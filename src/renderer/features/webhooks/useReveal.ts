import { useEventListener } from '@vueuse/core'
import { onScopeDispose, ref, type Ref, shallowRef, type ShallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import { call } from '../../bridge/client.ts'

/** A secret on the screen goes by itself. */
const shownForMs = 30_000

export interface Reveal {
  /** The whole address; null while it is hidden. */
  readonly address: Ref<string | null>
  readonly failure: ShallowRef<Failure | null>
  show(): Promise<void>
  hide(): void
}

/** A webhook's whole address, for half a minute at most and never while the window is out of sight. */
export function useReveal(id: () => string): Reveal {
  const address = ref<string | null>(null)
  const failure = shallowRef<Failure | null>(null)
  let timer: ReturnType<typeof setTimeout> | undefined
  let asked = 0

  function hide(): void {
    asked += 1
    clearTimeout(timer)
    address.value = null
  }

  async function show(): Promise<void> {
    hide()
    const mine = asked
    const answer = await call('webhooks.reveal', { id: id() })
    // Hidden, or left, while the answer was on its way.
    if (mine !== asked) return
    failure.value = answer.ok ? null : answer.error
    if (!answer.ok) return
    address.value = answer.value.endpoint
    timer = setTimeout(hide, shownForMs)
  }

  useEventListener(document, 'visibilitychange', () => document.hidden && hide())
  onScopeDispose(hide)
  return { address, failure, show, hide }
}
