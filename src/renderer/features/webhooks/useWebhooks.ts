import { computed, type ComputedRef, ref, type Ref, watch } from 'vue'
import { whyUnavailable } from '../../../contract/availability.ts'
import type { Detail } from '../../../contract/details.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { UnreadableRecord } from '../../../contract/unreadable-record.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import type { ProgramClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'

export interface WebhookList {
  /** Null until the first answer for this connection and region. */
  readonly webhooks: ComputedRef<readonly Webhook[] | null>
  readonly failure: ComputedRef<Failure | null>
  readonly unreadable: ComputedRef<readonly UnreadableRecord[]>
  /** What else the answer has. */
  readonly other: ComputedRef<readonly Detail[]>
  /** When the service gave the list (ISO 8601). */
  readonly at: ComputedRef<string | null>
  readonly loading: Readonly<Ref<boolean>>
  /** Why this region has no webhooks; null where it can have them. */
  readonly unavailable: ComputedRef<string | null>
  readonly isPractice: ComputedRef<boolean>
  /** The webhook that an action is running for. */
  readonly busyId: Ref<string | null>
  refresh(): Promise<void>
  ping(webhook: Webhook): Promise<Result<MethodOutput<'webhooks.ping'>>>
  remove(webhook: Webhook): Promise<Result<MethodOutput<'webhooks.delete'>>>
  /** The whole address of a webhook, with its token. */
  reveal(webhook: Webhook): Promise<Result<MethodOutput<'webhooks.reveal'>>>
  setEndpoint(webhook: Webhook, endpoint: string): Promise<Result<MethodOutput<'webhooks.edit'>>>
  /** Points a webhook at the inspector of this PC; null creates one for it. */
  sendToInspector(webhookId: string | null): Promise<Result<MethodOutput<'inspector.point'>>>
}

/** The webhooks of the current connection and region. */
export function useWebhooks(client: ProgramClient): WebhookList {
  const store = useConnectionStore()
  const busyId = ref<string | null>(null)
  const unavailable = computed(() => (store.current ? whyUnavailable('webhooks', store.region) : null))

  const query = useQuery(client, () => client.read('webhooks.list', {}), {
    // The program answers for its current connection and region: another one is another list.
    input: () => (store.current && unavailable.value === null ? `${store.current.id} ${store.region}` : null),
    clearOnInputChange: true,
    // With a subject it is a ping, which changes no webhook.
    refreshOn: { 'webhooks.changed': ({ subject }) => subject === null },
  })
  const failure = computed(() => query.failure.value ?? query.data.value?.problem ?? null)
  watch(
    () => store.state?.reachability,
    (reachability) => {
      if (reachability === 'online' && failure.value !== null) void query.refresh()
    },
  )

  async function whileBusy<T>(id: string, action: Promise<T>): Promise<T> {
    busyId.value = id
    const result = await action
    busyId.value = null
    return result
  }

  return {
    webhooks: computed(() => query.data.value?.webhooks ?? null),
    failure,
    unreadable: computed(() => query.data.value?.unreadable ?? []),
    other: computed(() => query.data.value?.other ?? []),
    at: computed(() => query.data.value?.at ?? null),
    loading: query.loading,
    unavailable,
    isPractice: computed(() => store.current?.kind === 'practice'),
    busyId,
    refresh: query.refresh,
    ping: ({ id }) => whileBusy(id, client.call('webhooks.ping', { id })),
    remove: ({ id }) => whileBusy(id, client.call('webhooks.delete', { id })),
    reveal: ({ id }) => whileBusy(id, client.call('webhooks.reveal', { id })),
    setEndpoint: ({ id, version }, endpoint) => whileBusy(id, client.call('webhooks.edit', { id, version, endpoint })),
    sendToInspector: (webhookId) => whileBusy(webhookId ?? '', client.call('inspector.point', { webhookId })),
  }
}
