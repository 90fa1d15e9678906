import { z } from 'zod'
import { Detail } from './details.ts'
import { ExportedFile } from './exported-file.ts'

export interface EventKind {
  readonly name: string
  /** Other names under which the interface gives it. */
  readonly otherNames?: readonly string[]
  readonly label: string
  readonly meaning: string
  /** Whether the service sends it today (interface, part 6). */
  readonly sent: 'today' | 'not-yet' | 'if-configured'
  /** Ping cannot be subscribed to. */
  readonly canSubscribe: boolean
}

/** Events by the names of the interface, part 6. */
export const eventKinds: readonly EventKind[] = [
  {
    name: 'recapture_new',
    label: 'New sighting',
    meaning: 'A past customer’s car was spotted on a used-car site.',
    sent: 'today',
    canSubscribe: true,
  },
  {
    name: 'recapture_price_change',
    otherNames: ['price_change'],
    label: 'Price change',
    meaning: 'The asking price of a spotted car has changed.',
    sent: 'not-yet',
    canSubscribe: true,
  },
  {
    name: 'recapture_delist',
    label: 'Listing removed',
    meaning: 'The listing of a spotted car is gone: sold or withdrawn.',
    sent: 'not-yet',
    canSubscribe: true,
  },
  {
    name: 'valuation_change',
    label: 'Valuation change',
    meaning: 'An earlier price prediction has moved by more than the set threshold.',
    sent: 'if-configured',
    canSubscribe: true,
  },
  {
    name: 'ping',
    label: 'Ping',
    meaning: 'A connection test. It comes only when you ask for it.',
    sent: 'today',
    canSubscribe: false,
  },
]

export const WebhookRegion = z.enum(['au', 'nz'])
export type WebhookRegion = z.infer<typeof WebhookRegion>

/** A webhook as it is shown. What its address carries as a token is hidden until `reveal`. */
export const Webhook = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string().nullable(),
  format: z.string().nullable(),
  /** Every name that the service gave, known or not. */
  events: z.array(z.string()),
  /** The values of its parameters, and a user name or password in it, as dots. Null: it has none. */
  endpointShown: z.string().nullable(),
  hasSecret: z.boolean(),
  /** It points at the inspector of this PC. */
  toInspector: z.boolean(),
  /** Names this state of the record: an edit says which one it began from. */
  version: z.string(),
  other: z.array(Detail),
})
export type Webhook = z.infer<typeof Webhook>

/** One property of an edit's outcome, as the service reported it; secrets hidden. */
export const WebhookUpdate = z.object({
  property: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type WebhookUpdate = z.infer<typeof WebhookUpdate>

/** Interface, part 2, ping result. */
export const WebhookPing = z.object({
  webhookId: z.string(),
  at: z.string(),
  responseTimeMs: z.number().nullable(),
  responseStatus: z.number().int().nullable(),
  endpointShown: z.string().nullable(),
  /** What it says, in a sentence, and whether the endpoint answered well. */
  ok: z.boolean(),
  words: z.string(),
})
export type WebhookPing = z.infer<typeof WebhookPing>

export const EndpointCheck = z.object({
  /** False when it should not be saved as it is. */
  ok: z.boolean(),
  findings: z.array(z.object({ severity: z.enum(['error', 'warning', 'info']), words: z.string() })),
})
export type EndpointCheck = z.infer<typeof EndpointCheck>

const id = z.string().max(64)
const name = z.string().trim().max(120)
const endpoint = z.string().trim().max(2_000)
const events = z.array(z.string().min(1).max(100)).max(50)

/** In the region in use. Failures: `invalid-input` (region without webhooks), `not-found`, `conflict` (changed elsewhere), `rejected`, and those of any call. */
export const webhooks = {
  list: { input: z.object({}), output: z.object({ webhooks: z.array(Webhook) }) },
  get: { input: z.object({ id }), output: Webhook },
  checkEndpoint: { input: z.object({ endpoint: z.string().max(2_000) }), output: EndpointCheck },
  /** Interface, part 4: name, region, format and endpoint; the events are set after it, where they are not what a new one has. */
  create: {
    input: z.object({ name: name.min(1), region: WebhookRegion, endpoint: endpoint.min(1), events }),
    output: Webhook,
  },
  /**
   * Only what is given is changed; an empty text removes a property. The record is read first: where it is no longer what `version` names, it is a
   * `conflict` and nothing is changed. `updates` is what the service says it changed.
   */
  edit: {
    input: z.object({
      id,
      version: z.string(),
      name: name.optional(),
      endpoint: endpoint.optional(),
      events: events.optional(),
    }),
    output: z.object({ webhook: Webhook, updates: z.array(WebhookUpdate) }),
  },
  delete: { input: z.object({ id }), output: z.object({}) },
  /** The whole address, token and all, because she asked to see it. */
  reveal: { input: z.object({ id }), output: z.object({ endpoint: z.string() }) },
  ping: { input: z.object({ id }), output: WebhookPing },
  /** Pings from this PC, newest first. */
  pings: { input: z.object({ id }), output: z.object({ pings: z.array(WebhookPing) }) },
} as const

/** The receiver on this PC. */
export const InspectorState = z.object({
  running: z.boolean(),
  port: z.number().int().nullable(),
  /** Where a webhook is pointed to reach it, its own token included; null while it does not run. */
  address: z.string().nullable(),
  /** Taken in since it was started, and those kept; what was turned away (wrong token, too large), in bytes and bodies. */
  received: z.number().int(),
  kept: z.number().int(),
  refused: z.number().int(),
  bodyLimitBytes: z.number().int(),
  /** Why it could not be started, or stopped by itself: the port is taken. */
  problem: z.string().nullable(),
  /** Started with the program. */
  startsByItself: z.boolean(),
})
export type InspectorState = z.infer<typeof InspectorState>

/** `decoded`: a known event in its shape. `unknown`: JSON in no shape that is known. `malformed`: not JSON at all, or no envelope. */
export const ReceivedEvent = z.object({
  number: z.number().int(),
  at: z.string(),
  /** Of the webhook whose address it came to. */
  region: WebhookRegion,
  event: z.string().nullable(),
  sizeBytes: z.number().int(),
  state: z.enum(['decoded', 'unknown', 'malformed']),
  /** One line: "Jane Citizen, 1AB2CD: seen for $15,990". */
  summary: z.string(),
  /** What it did here: the customer that was updated. */
  applied: z.object({ customerId: z.string(), words: z.string() }).nullable(),
})
export type ReceivedEvent = z.infer<typeof ReceivedEvent>

/** A received event, opened. Amounts of a valuation: before, after, and which change triggered it. */
export const OpenedEvent = ReceivedEvent.extend({
  body: z.array(Detail),
  /** As it came, at most the body limit; not JSON for a malformed one. */
  text: z.string(),
  valuation: z
    .object({
      type: z.string().nullable(),
      words: z.string(),
      prices: z.array(z.object({ label: z.string(), before: z.number().nullable(), after: z.number().nullable() })),
    })
    .nullable(),
  problem: z.string().nullable(),
})
export type OpenedEvent = z.infer<typeof OpenedEvent>

export const inspector = {
  state: { input: z.object({}), output: InspectorState },
  /** Port null: any that is free, the same as the last time where that is free. `conflict` when the port is taken. */
  start: {
    input: z.object({ port: z.number().int().min(1_024).max(65_535).nullable().default(null) }),
    output: InspectorState,
  },
  stop: { input: z.object({}), output: InspectorState },
  setStartsByItself: { input: z.object({ on: z.boolean() }), output: InspectorState },
  /** Newest first. `before`: only with a smaller number, so that a paused list stays as it is. */
  events: {
    input: z.object({
      event: z.string().max(100).nullable().default(null),
      search: z.string().max(200).default(''),
      onlyMalformed: z.boolean().default(false),
      before: z.number().int().nullable().default(null),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500),
    }),
    output: z.object({ total: z.number().int(), names: z.array(z.string()), events: z.array(ReceivedEvent) }),
  },
  open: { input: z.object({ number: z.number().int() }), output: OpenedEvent },
  clear: { input: z.object({}), output: InspectorState },
  /** All that is kept, as JSON lines. */
  export: { input: z.object({}), output: ExportedFile },
  /** Starts the inspector if need be and points a webhook at it: the one named, or a new one with every event. Outside practice the service cannot reach it: `invalid-input` with what it needs. */
  point: {
    input: z.object({ webhookId: id.nullable() }),
    output: z.object({ webhook: Webhook, state: InspectorState }),
  },
} as const
