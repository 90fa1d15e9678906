import { WebhookRegion } from './event-kinds.ts'
import { z } from 'zod'
import { Detail } from './details.ts'
import { ExportedFile } from './exported-file.ts'
import { Failure } from './failure.ts'
import { UnreadableRecord } from './unreadable-record.ts'

/** A webhook as it is shown. Secrets in its address are hidden until `reveal`. */
export const Webhook = z.object({
  id: z.string(),
  createdAt: z.string(),
  name: z.string().nullable(),
  format: z.string().nullable(),
  /** All names that the service gave, known or not. */
  events: z.array(z.string()),
  /** The values of its parameters, and a user name or password in it, as dots. Null: it has none. */
  endpointShown: z.string().nullable(),
  hasSecret: z.boolean(),
  /** It sends to this PC's inspector. */
  toInspector: z.boolean(),
  /** Identifies this state of the record. An edit names the state that it started from. */
  version: z.string(),
  other: z.array(Detail),
})
export type Webhook = z.infer<typeof Webhook>

/** One property that an edit changed, as the service reported it; secrets are hidden. */
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
  /** The result as a sentence, and whether the endpoint answered with success. */
  ok: z.boolean(),
  words: z.string(),
})
export type WebhookPing = z.infer<typeof WebhookPing>

export const EndpointCheck = z.object({
  /** False: it cannot be saved. */
  ok: z.boolean(),
  findings: z.array(z.object({ severity: z.enum(['error', 'warning', 'info']), words: z.string() })),
})
export type EndpointCheck = z.infer<typeof EndpointCheck>

const id = z.string().max(64)
const name = z.string().trim().max(120)
const endpoint = z.string().trim().max(2_000)
const events = z.array(z.string().min(1).max(100)).max(50)

/**
 * The webhooks of the region in use. Failures: `invalid-input` (region without webhooks), `not-found`, `conflict`
 * (changed elsewhere), `rejected`, and those of any call.
 */
export const webhooks = {
  /** The service's list; when it cannot be read now, the last one, with the `problem`. */
  list: {
    input: z.object({}),
    output: z.object({
      webhooks: z.array(Webhook),
      unreadable: z.array(UnreadableRecord),
      /** What else the answer has, beside the list. */
      other: z.array(Detail),
      /** ISO 8601: when the service gave the list. */
      at: z.string(),
      /** Why the list could not be read again; null: it was. */
      problem: Failure.nullable(),
    }),
  },
  get: { input: z.object({ id }), output: Webhook },
  /** `webhookId`: the webhook that gets the address; null: a new one. It warns of an address that another webhook has. */
  checkEndpoint: {
    input: z.object({ endpoint: z.string().max(2_000), webhookId: id.nullable().default(null) }),
    output: EndpointCheck,
  },
  /** Creates a webhook, then sets its events if they differ from those of a new one (interface, part 4). */
  create: {
    input: z.object({ name: name.min(1), region: WebhookRegion, endpoint: endpoint.min(1), events }),
    output: Webhook,
  },
  /**
   * Changes only the given properties; an empty text removes a property. Fails with `conflict`, and changes nothing,
   * when the record is no longer in the state that `version` names. `updates` is what the service reports as changed.
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
  /** The whole address with its secrets, when the user asks to see it. */
  reveal: { input: z.object({ id }), output: z.object({ endpoint: z.string() }) },
  ping: { input: z.object({ id }), output: WebhookPing },
  /** Pings from this PC, newest first. */
  pings: { input: z.object({ id }), output: z.object({ pings: z.array(WebhookPing) }) },
} as const

/** The receiver on this PC. */
export const InspectorState = z.object({
  running: z.boolean(),
  port: z.number().int().nullable(),
  /** The endpoint for webhooks, with its token; null while it does not run. */
  address: z.string().nullable(),
  /** Events received since its start, events saved, and requests refused since its start (wrong token, too large). */
  received: z.number().int(),
  kept: z.number().int(),
  refused: z.number().int(),
  bodyLimitBytes: z.number().int(),
  /** Why it could not start, or stopped. */
  problem: z.string().nullable(),
  /** It starts with the program. */
  startsByItself: z.boolean(),
})
export type InspectorState = z.infer<typeof InspectorState>

/**
 * `decoded`: a complete known event. `unknown`: an unknown or incomplete event. `malformed`: not JSON, or without
 * event and data.
 */
export const ReceivedEvent = z.object({
  number: z.number().int(),
  at: z.string(),
  /** The region of the webhook that it was sent to. */
  region: WebhookRegion,
  event: z.string().nullable(),
  sizeBytes: z.number().int(),
  state: z.enum(['decoded', 'unknown', 'malformed']),
  /** One line: "Jane Citizen, 1AB2CD: seen for $15,990". */
  summary: z.string(),
  /** The customer that it updated. */
  applied: z.object({ customerId: z.string(), words: z.string() }).nullable(),
})
export type ReceivedEvent = z.infer<typeof ReceivedEvent>

/** A received event with its data. `valuation`: the amounts before and after, and the reason of the change. */
export const OpenedEvent = ReceivedEvent.extend({
  body: z.array(Detail),
  /** The original body, up to the body limit; of a batch of events, the part of this one. */
  text: z.string(),
  /** Numbers of Do Not Contact people are hidden in all of its texts. */
  hidesNumbers: z.boolean(),
  valuation: z
    .object({
      type: z.string().nullable(),
      words: z.string(),
      /** The service's id of the vehicle, for its look-up. */
      vehicleId: z.string().nullable(),
      prices: z.array(z.object({ label: z.string(), before: z.number().nullable(), after: z.number().nullable() })),
    })
    .nullable(),
  problem: z.string().nullable(),
})
export type OpenedEvent = z.infer<typeof OpenedEvent>

export const inspector = {
  state: { input: z.object({}), output: InspectorState },
  /** Port null: the last port if it is free, else any free port. Fails with `conflict` when the port is in use. */
  start: {
    input: z.object({ port: z.number().int().min(1_024).max(65_535).nullable().default(null) }),
    output: InspectorState,
  },
  stop: { input: z.object({}), output: InspectorState },
  setStartsByItself: { input: z.object({ on: z.boolean() }), output: InspectorState },
  /** Newest first. `before`: only events with a smaller number, so that a paused list does not change. */
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
  /** All saved events, as JSON lines, without the numbers of Do Not Contact people. */
  export: { input: z.object({}), output: ExportedFile },
  /**
   * Starts the inspector and makes a webhook send to it: the given one, or a new one with all events. Fails with
   * `invalid-input` outside practice, because the service cannot reach it.
   */
  point: {
    input: z.object({ webhookId: id.nullable() }),
    output: z.object({ webhook: Webhook, state: InspectorState }),
  },
} as const
