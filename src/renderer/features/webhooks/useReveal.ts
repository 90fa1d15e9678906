import { useEventListener } from '@vueuse/core'
import { onScopeDispose, ref, type Ref, type ShallowRef } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useCommand } from '../../bridge/useCommand.ts'

/** A secret on the screen hides by itself. */
const shownForMs = 30_000

export interface Reveal {
  /** The full address; null while it is hidden. */
  readonly address: Readonly<Ref<string | null>>
  readonly failure: ShallowRef<Failure | null>
  show(): Promise<void>
  hide(): void
}

/** A webhook's full address, for half a minute at most and never while the window is hidden. */
export function useReveal(client: Pick<ProgramClient, 'call'>, id: () => string): Reveal {
  const address = ref<string | null>(null)
  const command = useCommand(client, 'webhooks.reveal')
  let timer: ReturnType<typeof setTimeout> | undefined

  function hide(): void {
    command.cancel()
    clearTimeout(timer)
    address.value = null
  }

  async function show(): Promise<void> {
    hide()
    const answer = await command.run({ id: id() })
    if (!answer?.ok) return
    address.value = answer.value.endpoint
    timer = setTimeout(hide, shownForMs)
  }

  useEventListener(document, 'visibilitychange', () => document.hidden && hide())
  onScopeDispose(hide)
  return { address, failure: command.failure, show, hide }
}
