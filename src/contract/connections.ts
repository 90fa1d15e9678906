import { z } from 'zod'
import { Region } from './region.ts'

/** Who is asking: an API key, or OAuth 2.0 client credentials (interface, part 5). Goes in, never comes out. */
export const Credentials = z.discriminatedUnion('scheme', [
  z.object({ scheme: z.literal('api-key'), apiKey: z.string().trim().min(1).max(2_000) }),
  z.object({
    scheme: z.literal('oauth'),
    clientId: z.string().trim().min(1).max(2_000),
    clientSecret: z.string().trim().min(1).max(2_000),
  }),
])
export type Credentials = z.infer<typeof Credentials>

/** What the interface leaves open, as it can be changed for one connection (`core/service/assumptions.ts` holds defaults and reasons). */
export const AdvancedSettings = z.object({
  mobileForm: z.enum(['national', 'international']),
  malaysiaRegionCode: z.string().regex(/^[a-z]{2,10}$/),
  firstBatchSize: z.number().int().min(1).max(5_000),
  pageSize: z.number().int().min(1).max(1_000),
  /** The key in `additional_fields` that ties a customer to its row. */
  referenceKey: z.string().regex(/^[a-z][a-z0-9_]{1,39}$/),
})
export type AdvancedSettings = z.infer<typeof AdvancedSettings>

/** A connection as the window may know it: no secret among its fields. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['practice', 'account']),
  baseUrl: z.string(),
  scheme: z.enum(['api-key', 'oauth']),
  region: Region,
  advanced: AdvancedSettings,
  createdAt: z.string(),
  /** Where its credentials are: the keychain, memory until the program ends (no keychain), or gone (ask again). */
  credentials: z.enum(['kept', 'this-session', 'missing']),
})
export type Connection = z.infer<typeof Connection>

/** Whether the service answered lately. `unknown` until the first call. */
export const Reachability = z.enum(['unknown', 'online', 'offline', 'service-down', 'sign-in-required'])
export type Reachability = z.infer<typeof Reachability>

export const ConnectionState = z.object({
  connections: z.array(Connection),
  /** Null on the very first start. */
  current: Connection.nullable(),
  reachability: Reachability,
  /** ISO 8601 of the last answer from the service. */
  lastAnswerAt: z.string().nullable(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

/** What a test of a connection found, step by step, in plain words. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['address', 'network', 'certificate', 'credentials', 'licence']),
      state: z.enum(['passed', 'failed', 'not-reached']),
      /** What was found; for a failed step also what to do. */
      words: z.string(),
    }),
  ),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

export const ConnectInput = z.object({
  name: z.string().trim().max(60).optional(),
  baseUrl: z.string().trim().min(1).max(500),
  region: Region,
  credentials: Credentials,
})
export type ConnectInput = z.infer<typeof ConnectInput>

/** What is of one connection and nowhere but on this PC: it goes when the connection is forgotten. */
export const OnlyHere = z.object({
  drafts: z.number().int(),
  /** Edits that the service has not taken. */
  edits: z.number().int(),
  /** Deletions that the service has not carried out. */
  deletions: z.number().int(),
  callNotes: z.number().int(),
  /** Deleted customers that could still be created again. */
  inBin: z.number().int(),
})
export type OnlyHere = z.infer<typeof OnlyHere>

export const connections = {
  state: { input: z.object({}), output: ConnectionState },
  /** Starts the practice service on this PC (or finds it running) and makes it the current connection. */
  startPractice: { input: z.object({ region: Region.default('au') }), output: ConnectionState },
  test: { input: ConnectInput.omit({ name: true }), output: ConnectionTest },
  /** Tests the kept credentials of the current connection again. */
  testCurrent: { input: z.object({}), output: ConnectionTest },
  /** Keeps the connection and makes it current, whether or not a test passed: she may be offline. */
  connect: { input: ConnectInput, output: ConnectionState },
  select: { input: z.object({ id: z.string() }), output: ConnectionState },
  setRegion: { input: z.object({ region: Region }), output: ConnectionState },
  setAdvanced: { input: AdvancedSettings.partial(), output: ConnectionState },
  /** New credentials for the current connection; checked only when used. */
  setCredentials: { input: Credentials, output: ConnectionState },
  onlyHere: { input: z.object({ id: z.string() }), output: OnlyHere },
  /** Removes the connection, its credentials and its local copy of customers. Uploads that are still running refuse it (`conflict`). */
  forget: { input: z.object({ id: z.string() }), output: ConnectionState },
} as const
