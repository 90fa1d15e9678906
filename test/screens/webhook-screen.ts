import type { Locator, Page } from 'playwright-core'
import { failure, type Result, success } from '../../src/contract/result.ts'
import type { InspectorState, OpenedEvent, Webhook } from '../../src/contract/webhooks.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow, type StageOptions } from './stage.ts'

export const token = 'planted-s3cret-token'
const endpoint = `http://127.0.0.1:9/hook?token=${token}`
const endpointShown = 'http://127.0.0.1:9/hook?token=••••••'

export const webhook = (changes: Partial<Webhook> = {}): Webhook => ({
  id: 'webhook-1',
  createdAt: '2026-11-19T22:00:00Z',
  name: 'Sales desk',
  format: null,
  events: ['recapture_new'],
  endpointShown,
  hasSecret: true,
  toInspector: false,
  version: '1',
  other: [],
  ...changes,
})

/** A sighting of a numbered client. */
export const receivedEvent = (number: number, changes: Partial<OpenedEvent> = {}): OpenedEvent => ({
  number,
  at: '2026-11-19T23:20:00Z',
  region: 'au',
  event: 'recapture_new',
  sizeBytes: 800,
  state: 'decoded',
  summary: `Client ${number}: seen for $${number}`,
  applied: null,
  body: [],
  text: '{}',
  hidesNumbers: false,
  valuation: null,
  problem: null,
  ...changes,
})

/** The webhooks of the service. */
export interface WebhookTwin {
  /** Changes a webhook as another user would. */
  change(id: string, to: Partial<Webhook>): void
}

/** Answers with these webhooks, and keeps what is changed. */
export function answerWebhooks(host: HostTwin, first: readonly Webhook[]): WebhookTwin {
  const known = new Map(first.map((each) => [each.id, each]))
  const find = (id: string): Result<Webhook> => {
    const found = known.get(id)
    return found ? success(found) : failure({ kind: 'not-found', message: 'This webhook no longer exists.' })
  }
  function change(id: string, to: Partial<Webhook>): void {
    const before = known.get(id)
    if (before) known.set(id, { ...before, ...to, version: String(Number(before.version) + 1) })
  }
  host.answer('webhooks.list', () =>
    success({ webhooks: [...known.values()], unreadable: [], other: [], at: '2026-11-19T23:29:00Z', problem: null }),
  )
  host.answer('webhooks.get', ({ id }) => find(id))
  host.answer('webhooks.pings', () => success({ pings: [] }))
  host.answer('webhooks.reveal', () => success({ endpoint }))
  host.answer('webhooks.create', ({ name, events }) => {
    const created = webhook({ id: `webhook-${known.size + 1}`, name, events })
    known.set(created.id, created)
    host.announce({ name: 'webhooks.changed' })
    return success(created)
  })
  host.answer('webhooks.edit', ({ id, version, name, events }) => {
    const before = known.get(id)
    if (before?.version !== version)
      return failure({ kind: 'conflict', message: 'This webhook was changed by someone else.' })
    change(id, { ...(name === undefined ? {} : { name: name || null }), ...(events ? { events } : {}) })
    host.announce({ name: 'webhooks.changed' })
    const after = known.get(id) ?? before
    return success({
      webhook: after,
      updates: after.name === before.name ? [] : [{ property: 'name', before: before.name, after: after.name }],
    })
  })
  host.answer('webhooks.delete', ({ id }) => {
    known.delete(id)
    host.announce({ name: 'webhooks.changed' })
    return success({})
  })
  return { change }
}

export const inspectorState: InspectorState = {
  running: false,
  port: null,
  address: null,
  received: 0,
  kept: 0,
  refused: 0,
  bodyLimitBytes: 262_144,
  problem: null,
  startsByItself: false,
}

/** The inspector of this PC, and what arrives at it. */
export interface InspectorTwin {
  receive(...events: readonly OpenedEvent[]): void
}

/** Answers with an inspector that listens and has received these events, oldest first. A search looks into their texts. */
export function answerInspector(host: HostTwin, first: readonly OpenedEvent[]): InspectorTwin {
  let events = [...first].toReversed()
  let state: InspectorState = { ...inspectorState, running: true, port: 4_100, address: 'http://127.0.0.1:4100/t' }
  const now = (): InspectorState => ({ ...state, received: events.length, kept: events.length })
  host.answer('inspector.state', () => success(now()))
  host.answer('inspector.events', ({ event = null, search = '', onlyMalformed = false, before = null, ...page }) => {
    const found = events.filter(
      (each) =>
        (event === null || each.event === event) &&
        (!onlyMalformed || each.state === 'malformed') &&
        (before === null || each.number < before) &&
        `${each.summary} ${each.text}`.toLowerCase().includes(search.toLowerCase()),
    )
    const { offset = 0, limit } = page
    const names = [...new Set(events.flatMap((each) => each.event ?? []))]
    return success({ total: found.length, names, events: found.slice(offset, offset + limit) })
  })
  host.answer('inspector.open', ({ number }) => {
    const found = events.find((each) => each.number === number)
    return found ? success(found) : failure({ kind: 'not-found', message: 'This event is no longer saved.' })
  })
  host.answer('inspector.clear', () => {
    events = []
    host.announce({ name: 'inspector.changed' })
    return success(now())
  })
  const run = (to: Partial<InspectorState>): Result<InspectorState> => {
    state = { ...state, ...to }
    host.announce({ name: 'inspector.changed' })
    return success(now())
  }
  host.answer('inspector.stop', () => run({ running: false, port: null, address: null }))
  host.answer('inspector.start', ({ port = null }) =>
    run({ running: true, port: port ?? 4_100, address: `http://127.0.0.1:${port ?? 4_100}/t` }),
  )
  return {
    receive(...arrived) {
      events = [...arrived.toReversed(), ...events]
      host.announce({ name: 'inspector.changed' })
    },
  }
}

export interface WebhooksScreen {
  readonly host: HostTwin
  readonly page: Page
  readonly editor: Locator
  readonly webhooks: WebhookTwin
  card(name: string): Locator
}

interface WebhooksOptions extends StageOptions {
  readonly webhooks?: readonly Webhook[]
  /** Replaces answers before the window opens. */
  readonly prepare?: (host: HostTwin) => void
}

/** Opens the webhooks, one unless others are given. */
export async function openWebhooks({
  webhooks: known = [webhook()],
  prepare,
  ...options
}: WebhooksOptions = {}): Promise<WebhooksScreen> {
  const host = createPracticeHost()
  const webhooks = answerWebhooks(host, known)
  prepare?.(host)
  const page = await openWindow('/webhooks', host, options)
  await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor()
  return {
    host,
    page,
    webhooks,
    editor: page.getByRole('dialog', { name: /New webhook|^Edit / }),
    card: (name) => page.getByRole('article', { name }),
  }
}
