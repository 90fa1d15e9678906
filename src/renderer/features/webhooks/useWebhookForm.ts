import { refDebounced } from '@vueuse/core'
import { computed, ref, shallowRef } from 'vue'
import { type Result, success } from '../../../contract/result.ts'
import type { Webhook, WebhookUpdate } from '../../../contract/webhooks.ts'
import type { WebhookRegion } from '../../../contract/event-kinds.ts'
import { useClient } from '../../bridge/program-client.ts'
import { together, useAction } from '../../bridge/useAction.ts'
import { useQuery } from '../../bridge/useQuery.ts'
import { isSameEvent } from './webhook-events.ts'
import { webhooksText } from './webhooks-text.ts'
import { providedState } from '../../ui/provided-state.ts'

/** `keep`: the current endpoint stays and is not shown. */
export type EndpointMode = 'keep' | 'type' | 'remove'

export interface SavedWebhook {
  readonly webhook: Webhook
  /** Empty for a new webhook, and where nothing had to change. */
  readonly updates: readonly WebhookUpdate[]
}

export interface FieldProblem {
  readonly field: 'name' | 'endpoint'
  readonly text: string
}

const checkAfterMs = 200

/** The form of a new webhook (null) or an existing one. The endpoint is checked while the user types. */
export function useWebhookForm(webhook: Webhook | null) {
  const client = useClient()
  const { editor: text } = webhooksText
  const name = ref(webhook?.name ?? '')
  const mode = ref<EndpointMode>(webhook?.endpointShown ? 'keep' : 'type')
  const endpoint = ref('')
  const events = ref<readonly string[]>(webhook?.events ?? ['recapture_new'])
  /** The webhook at the service, once it turned out that someone else changed it. */
  const theirs = shallowRef<Webhook | null>(null)
  /** What the user's changes are compared with, and the version that a save begins from. */
  const base = shallowRef(webhook)

  const debouncedEndpoint = refDebounced(endpoint, checkAfterMs)
  const endpointToCheck = () =>
    mode.value === 'type' && debouncedEndpoint.value.trim() !== ''
      ? { endpoint: debouncedEndpoint.value, webhookId: webhook?.id ?? null }
      : null
  const endpointCheck = useQuery('webhooks.checkEndpoint', { input: endpointToCheck })
  const check = computed(() => (endpointToCheck() === null ? null : endpointCheck.data.value))

  const hasEvent = (event: string): boolean => events.value.some((each) => isSameEvent(each, event))

  /** Why the typed endpoint cannot be saved. */
  const endpointProblem = computed<FieldProblem | null>(() => {
    const finding = check.value?.findings.find(({ severity }) => severity === 'error')
    return finding ? { field: 'endpoint', text: finding.words } : null
  })

  /** What must be fixed first before it can be saved. */
  const problem = computed<FieldProblem | null>(() => {
    if (webhook === null && name.value.trim() === '') return { field: 'name', text: text.nameMissing }
    if (mode.value !== 'type') return null
    if (endpoint.value.trim() === '') {
      // An existing webhook without an endpoint may stay without one.
      const isOptional = webhook !== null && webhook.endpointShown === null
      return isOptional ? null : { field: 'endpoint', text: text.endpointMissing }
    }
    return endpointProblem.value
  })

  /** Only what the user changed is sent, so that nothing else is overwritten. */
  const changed = computed(() => ({
    name: name.value.trim() !== (base.value?.name ?? ''),
    endpoint: mode.value !== 'keep',
    events: !isSameSet(events.value, base.value?.events ?? []),
  }))

  const endpointToSave = (): string | undefined => {
    if (mode.value === 'keep') return undefined
    return mode.value === 'remove' ? '' : endpoint.value
  }

  function startFrom(current: Webhook): void {
    base.value = current
    theirs.value = null
    clearFailure()
  }

  async function create(region: WebhookRegion): Promise<Result<SavedWebhook>> {
    const input = { name: name.value, region, endpoint: endpoint.value, events: [...events.value] }
    const answer = await client.call('webhooks.create', input)
    return answer.ok ? success({ webhook: answer.value, updates: [] }) : answer
  }

  async function edit({ id }: Webhook): Promise<Result<SavedWebhook>> {
    const newEndpoint = endpointToSave()
    const answer = await client.call('webhooks.edit', {
      id,
      version: base.value?.version ?? '',
      ...(changed.value.name ? { name: name.value } : {}),
      ...(changed.value.events ? { events: [...events.value] } : {}),
      ...(newEndpoint === undefined ? {} : { endpoint: newEndpoint }),
    })
    if (answer.ok || answer.error.kind !== 'conflict') return answer
    const current = await client.read('webhooks.get', { id })
    if (!current.ok) return current
    theirs.value = current.value
    return answer
  }

  const saving = useAction((region: WebhookRegion) => (webhook === null ? create(region) : edit(webhook)), {
    failed: 'shown',
  })
  const revealing = useAction(({ id }: Webhook) => client.call('webhooks.reveal', { id }), {
    failed: 'shown',
    done(shown) {
      mode.value = 'type'
      endpoint.value = shown.endpoint
    },
  })
  const { failure, clear: clearFailure } = together(saving, revealing)

  return {
    name,
    mode,
    endpoint,
    events,
    check,
    failure,
    clearFailure,
    saving: saving.busy,
    revealing: revealing.busy,
    theirs,
    problem,
    endpointProblem,
    changed,
    hasEvent,

    toggleEvent(event: string): void {
      const others = events.value.filter((each) => !isSameEvent(each, event))
      events.value = hasEvent(event) ? others : [...others, event]
    },

    /** Shows the current endpoint in the field, to be edited. */
    async editCurrentEndpoint(): Promise<void> {
      if (webhook) await revealing.run(webhook)
    },

    /** Null: it was not saved; `failure` or `theirs` says why. */
    async save(region: WebhookRegion): Promise<SavedWebhook | null> {
      if (saving.busy.value || problem.value !== null) return null
      revealing.failure.value = null
      return saving.run(region)
    },

    /** Resolves a conflict: the user's changes stay, everything else is taken from the service, and the next save begins from there. */
    keepMine(): void {
      const { name: nameChanged, events: eventsChanged } = changed.value
      if (!theirs.value) return
      if (!nameChanged) name.value = theirs.value.name ?? ''
      if (!eventsChanged) events.value = theirs.value.events
      startFrom(theirs.value)
    },

    /** Resolves a conflict: the user's changes are discarded. */
    keepTheirs(): void {
      if (!theirs.value) return
      name.value = theirs.value.name ?? ''
      events.value = theirs.value.events
      mode.value = theirs.value.endpointShown ? 'keep' : 'type'
      endpoint.value = ''
      startFrom(theirs.value)
    },
  }
}

const isSameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))

export const [provideWebhookForm, useProvidedForm] = providedState('form of a webhook', useWebhookForm)
