import { computed, ref, watch } from 'vue'
import { whyUnavailable } from '../../../contract/availability.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { useClient } from '../../bridge/program-client.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { providedState } from '../../ui/provided-state.ts'

/** The webhooks of the current connection and region. */
function useWebhooks() {
  const client = useClient()
  const store = useConnectionStore()
  /** The webhook that an action is running for. */
  const busyId = ref<string | null>(null)
  /** Why this region has no webhooks; null where it can have them. */
  const unavailable = computed(() => (store.current ? whyUnavailable('webhooks', store.region) : null))

  const query = useQuery(() => client.read('webhooks.list', {}), {
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
    /** Null until the first answer for this connection and region. */
    webhooks: computed(() => query.data.value?.webhooks ?? null),
    failure,
    unreadable: computed(() => query.data.value?.unreadable ?? []),
    other: computed(() => query.data.value?.other ?? []),
    /** When the service gave the list (ISO 8601). */
    at: computed(() => query.data.value?.at ?? null),
    loading: query.loading,
    unavailable,
    isPractice: computed(() => store.current?.kind === 'practice'),
    busyId,
    refresh: query.refresh,
    ping: ({ id }: Webhook) => whileBusy(id, client.call('webhooks.ping', { id })),
    remove: ({ id }: Webhook) => whileBusy(id, client.call('webhooks.delete', { id })),
    /** The whole address of a webhook, with its token. */
    reveal: ({ id }: Webhook) => whileBusy(id, client.call('webhooks.reveal', { id })),
    setEndpoint: ({ id, version }: Webhook, endpoint: string) =>
      whileBusy(id, client.call('webhooks.edit', { id, version, endpoint })),
    /** Points a webhook at the inspector of this PC; null creates one for it. */
    sendToInspector: (webhookId: string | null) =>
      whileBusy(webhookId ?? '', client.call('inspector.point', { webhookId })),
  }
}

export type Webhooks = ReturnType<typeof useWebhooks>

export const [provideWebhooks, useProvidedWebhooks] = providedState('list of webhooks', useWebhooks)
