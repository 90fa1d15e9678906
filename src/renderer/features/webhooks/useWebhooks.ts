import { computed, type ComputedRef, ref, type Ref, type ShallowRef, watch } from 'vue'
import { whyUnavailable } from '../../../contract/availability.ts'
import type { MethodOutput } from '../../../contract/methods.ts'
import type { Failure, Result } from '../../../contract/result.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { useConnectionStore } from '../../app/connection-store.ts'
import { call } from '../../bridge/client.ts'
import { useCall } from '../../ui/useCall.ts'
import { useEvent } from '../../ui/useEvent.ts'

export interface WebhookList {
  /** Null until the first answer for this connection and region. */
  readonly webhooks: ComputedRef<readonly Webhook[] | null>
  readonly failure: ShallowRef<Failure | null>
  readonly loading: Ref<boolean>
  /** Why there are none in this region; null where there can be. */
  readonly unavailable: ComputedRef<string | null>
  readonly isPractice: ComputedRef<boolean>
  /** Of the webhook that something is being done with. */
  readonly busyId: Ref<string | null>
  refresh(): Promise<void>
  ping(webhook: Webhook): Promise<Result<MethodOutput<'webhooks.ping'>>>
  remove(webhook: Webhook): Promise<Result<MethodOutput<'webhooks.delete'>>>
  point(webhookId: string | null): Promise<Result<MethodOutput<'inspector.point'>>>
}

/** The webhooks of the connection and region in use, kept up to date while the component lives. */
export function useWebhooks(): WebhookList {
  const store = useConnectionStore()
  const { value, failure, loading, run } = useCall('webhooks.list')
  const busyId = ref<string | null>(null)
  const unavailable = computed(() => (store.current ? whyUnavailable('webhooks', store.region) : null))

  const refresh = async (): Promise<void> => {
    if (store.current && unavailable.value === null) await run({})
  }
  watch(
    () => `${store.current?.id ?? ''} ${store.region}`,
    () => {
      // What another region has is not shown while the answer is on its way.
      value.value = null
      failure.value = null
      void refresh()
    },
    { immediate: true },
  )
  // What could not be had while the service was away is asked for again when it is back.
  watch(
    () => store.state?.reachability,
    (reachability) => reachability === 'online' && failure.value !== null && void refresh(),
  )
  // With a subject it is a ping, which changes no webhook.
  useEvent('webhooks.changed', ({ subject }) => subject === null && void refresh())

  async function busy<T>(id: string, calling: Promise<T>): Promise<T> {
    busyId.value = id
    const result = await calling
    busyId.value = null
    return result
  }

  return {
    webhooks: computed(() => value.value?.webhooks ?? null),
    failure,
    loading,
    unavailable,
    isPractice: computed(() => store.current?.kind === 'practice'),
    busyId,
    refresh,
    ping: ({ id }) => busy(id, call('webhooks.ping', { id })),
    remove: ({ id }) => busy(id, call('webhooks.delete', { id })),
    point: (webhookId) => busy(webhookId ?? '', call('inspector.point', { webhookId })),
  }
}
