import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef, watch } from 'vue'
import type { Failure } from '../../../contract/result.ts'
import type { EndpointCheck, Webhook, WebhookRegion, WebhookUpdate } from '../../../contract/webhooks.ts'
import { call } from '../../bridge/client.ts'
import { kindOf } from './webhook-text.ts'

/** `keep`: the endpoint stays as it is, unseen. */
export type EndpointMode = 'keep' | 'type' | 'remove'

export interface Saved {
  readonly webhook: Webhook
  /** Empty for a new one, and where nothing had to be changed. */
  readonly updates: readonly WebhookUpdate[]
}

const checkAfterMs = 200

/** What she types of a new webhook (null) or of one that there is, checked on the way, saved once. */
export function useWebhookForm(webhook: Webhook | null) {
  const name = ref(webhook?.name ?? '')
  const mode = ref<EndpointMode>(webhook?.endpointShown ? 'keep' : 'type')
  const endpoint = ref('')
  const events = ref<readonly string[]>(webhook?.events ?? ['recapture_new'])
  const check = shallowRef<EndpointCheck | null>(null)
  const failure = shallowRef<Failure | null>(null)
  const saving = ref(false)
  /** What is there now, once it turned out that it was changed elsewhere. */
  const there = shallowRef<Webhook | null>(null)
  /** What her changes are measured against, and the version that a save begins from. */
  const base = shallowRef(webhook)
  let asked = 0

  async function look(text: string): Promise<void> {
    asked += 1
    const mine = asked
    const answer = await call('webhooks.checkEndpoint', { endpoint: text })
    if (mine === asked && answer.ok) check.value = answer.value
  }
  const rested = refDebounced(endpoint, checkAfterMs)
  watch([rested, mode], ([text, to]) => {
    if (to === 'type' && text.trim() !== '') return void look(text)
    asked += 1
    check.value = null
  })

  const hasEvent = (of: string): boolean =>
    events.value.some((each) => each === of || (kindOf(of) !== null && kindOf(each) === kindOf(of)))

  /** What must be put right before it can be saved. */
  const missing = computed<string | null>(() => {
    if (webhook === null && name.value.trim() === '') return 'Give it a name.'
    if (mode.value !== 'type') return null
    if (endpoint.value.trim() === '') {
      // An emptied property stays empty.
      return webhook !== null && webhook.endpointShown === null ? null : 'Enter the address that receives the events.'
    }
    return check.value?.ok === false ? 'Correct the address.' : null
  })

  /** What she has changed: only that is sent, so that nothing else is touched. */
  const changed = computed(() => ({
    name: name.value.trim() !== (base.value?.name ?? ''),
    endpoint: mode.value !== 'keep',
    events: !isSameSet(events.value, base.value?.events ?? []),
  }))

  const endpointToSave = (): string | undefined => {
    if (mode.value === 'keep') return undefined
    return mode.value === 'remove' ? '' : endpoint.value
  }

  function beginFrom(now: Webhook): void {
    base.value = now
    there.value = null
    failure.value = null
  }

  async function create(region: WebhookRegion): Promise<Saved | null> {
    const input = { name: name.value, region, endpoint: endpoint.value, events: [...events.value] }
    const answer = await call('webhooks.create', input)
    failure.value = answer.ok ? null : answer.error
    return answer.ok ? { webhook: answer.value, updates: [] } : null
  }

  async function edit({ id }: Webhook): Promise<Saved | null> {
    const endpointTo = endpointToSave()
    const answer = await call('webhooks.edit', {
      id,
      version: base.value?.version ?? '',
      ...(changed.value.name ? { name: name.value } : {}),
      ...(changed.value.events ? { events: [...events.value] } : {}),
      ...(endpointTo === undefined ? {} : { endpoint: endpointTo }),
    })
    if (answer.ok) {
      failure.value = null
      return answer.value
    }
    failure.value = answer.error
    if (answer.error.kind !== 'conflict') return null
    const now = await call('webhooks.get', { id })
    if (now.ok) there.value = now.value
    else failure.value = now.error
    return null
  }

  return {
    name,
    mode,
    endpoint,
    events,
    check,
    failure,
    saving,
    there,
    missing,
    changed,
    hasEvent,

    toggleEvent(of: string): void {
      const others = events.value.filter((each) => each !== of && (kindOf(of) === null || kindOf(each) !== kindOf(of)))
      events.value = hasEvent(of) ? others : [...others, of]
    },

    /** Null: it was not saved, and `failure` or `there` says why. */
    async save(region: WebhookRegion): Promise<Saved | null> {
      if (saving.value || missing.value !== null) return null
      saving.value = true
      const saved = webhook === null ? await create(region) : await edit(webhook)
      saving.value = false
      return saved
    },

    /** She has seen what is there, and wants what she changed: the rest is as it is there now, and the next save begins from it. */
    keepMine(): void {
      const { name: nameChanged, events: eventsChanged } = changed.value
      if (!there.value) return
      if (!nameChanged) name.value = there.value.name ?? ''
      if (!eventsChanged) events.value = there.value.events
      beginFrom(there.value)
    },

    /** Hers is given up for what is there. */
    takeTheirs(): void {
      if (!there.value) return
      name.value = there.value.name ?? ''
      events.value = there.value.events
      mode.value = there.value.endpointShown ? 'keep' : 'type'
      endpoint.value = ''
      beginFrom(there.value)
    },
  }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

export type WebhookForm = ReturnType<typeof useWebhookForm>
