import { type Result, success } from '../../../contract/result.ts'
import type { InspectorState, Webhook } from '../../../contract/webhooks.ts'
import { useAction } from '../../bridge/useAction.ts'
import type { Inspector } from './inspector/useInspector.ts'
import type { Webhooks } from './useWebhooks.ts'
import { webhooksText } from './webhooks-text.ts'

const { list: text, toInspector } = webhooksText

interface Sent {
  readonly webhook: Webhook
  /** Null: the webhook was created. */
  readonly endpoint: string | null
  /** The inspector as it was before. */
  readonly was: Pick<InspectorState, 'startsByItself' | 'running'>
}

/** Sends a webhook, or a new one (null), to the inspector of this PC. Asks before an address is replaced; the notice has Undo. */
export function useSendToInspector(list: Webhooks, inspector: Pick<Inspector, 'state' | 'setStartsByItself' | 'stop'>) {
  async function undo({ webhook, endpoint, was }: Sent): Promise<Result<unknown>> {
    const undone = endpoint === null ? await list.remove(webhook) : await list.setEndpoint(webhook, endpoint)
    if (undone.ok && !was.startsByItself) await inspector.setStartsByItself(false)
    if (undone.ok && !was.running) await inspector.stop()
    return undone
  }
  const undoing = useAction(undo, {
    done: (_, { webhook, endpoint }) => (endpoint === null ? text.deleted : text.restored)(webhook),
  })

  async function send(before: Webhook | null) {
    const was = inspector.state.value ?? { startsByItself: true, running: true }
    const own = before?.endpointShown ? await list.reveal(before) : null
    if (own && !own.ok) return own
    const answer = await list.sendToInspector(before?.id ?? null)
    if (!answer.ok) return answer
    const endpoint = before && (own?.value.endpoint ?? '')
    return success<Sent>({ webhook: answer.value.webhook, endpoint, was })
  }
  return useAction(send, {
    confirm: (before) => (before?.endpointShown ? toInspector(before, before.endpointShown) : null),
    done({ webhook }, before) {
      if (!before) return text.createdForInspector(webhook)
      const other = list.webhooks.value?.find(({ id, toInspector: isSame }) => isSame && id !== webhook.id)
      return text.sendsToInspector(webhook, other)
    },
    undo: (sent) => ({ run: () => void undoing.run(sent) }),
  })
}
