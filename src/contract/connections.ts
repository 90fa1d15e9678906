import { OnlyHere } from './only-here.ts'
import { AdvancedSettings } from './advanced-settings.ts'
import { z } from 'zod'
import { Source } from './connection-region.ts'
import { Region } from './region.ts'

/** An API key, or OAuth 2.0 client credentials (interface, part 5). Only an input: no answer has credentials. */
export const Credentials = z.discriminatedUnion('scheme', [
  z.object({ scheme: z.literal('api-key'), apiKey: z.string().trim().min(1).max(2_000) }),
  z.object({
    scheme: z.literal('oauth'),
    clientId: z.string().trim().min(1).max(2_000),
    clientSecret: z.string().trim().min(1).max(2_000),
  }),
])
export type Credentials = z.infer<typeof Credentials>

/** A connection as the window gets it: without secrets. */
export const Connection = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['practice', 'account']),
  baseUrl: z.string(),
  scheme: z.enum(['api-key', 'oauth']),
  region: Region,
  advanced: AdvancedSettings,
  createdAt: z.string(),
  /**
   * `kept`: in the keychain. `this-session`: in memory until the program ends. `missing`: the user must enter them
   * again.
   */
  credentials: z.enum(['kept', 'this-session', 'missing']),
})
export type Connection = z.infer<typeof Connection>

/** Whether the service answers. `unknown` until the first call. */
export const Reachability = z.enum(['unknown', 'online', 'offline', 'service-down', 'sign-in-required'])
export type Reachability = z.infer<typeof Reachability>

export const ConnectionState = z.object({
  connections: z.array(Connection),
  /** Null before the first connection. */
  current: Connection.nullable(),
  reachability: Reachability,
  /** ISO 8601 of the last answer from the service. */
  lastAnswerAt: z.string().nullable(),
  /** The connections and regions that lists can show together: never practice with a real connection. */
  sources: z.array(Source).optional(),
  /** The call list, its digest and the search show all `sources`. */
  showsAll: z.boolean().optional(),
})
export type ConnectionState = z.infer<typeof ConnectionState>

/** The result of a connection test, step by step. */
export const ConnectionTest = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(['address', 'network', 'certificate', 'credentials', 'licence', 'list', 'region']),
      state: z.enum(['passed', 'failed', 'not-reached']),
      /** The result as a sentence; for a failed step also what to do. */
      words: z.string(),
    }),
  ),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>

const ConnectInput = z.object({
  name: z.string().trim().max(60).optional(),
  baseUrl: z.string().trim().min(1).max(500),
  region: Region,
  credentials: Credentials,
})
export type ConnectInput = z.infer<typeof ConnectInput>

/** What a connection has used this month, and the calls that its service still accepts. */
export const ConnectionUsage = z.object({
  /** YYYY-MM, by the PC's calendar. */
  month: z.string(),
  /** Answers of look-ups by rego or VIN, of a registration status and of the market: each may be charged. */
  lookups: z.number().int(),
  /** VINs that the service looked up for uploads. */
  uploads: z.number().int(),
  /** By the rate-limit headers of the last answer. Null: the service sends none, or they are out of date. */
  callsLeft: z
    .object({ remaining: z.number().int(), limit: z.number().int().nullable(), until: z.string().nullable() })
    .nullable(),
})
export type ConnectionUsage = z.infer<typeof ConnectionUsage>

export const connections = {
  state: { input: z.object({}), output: ConnectionState },
  /** Starts the practice service if it does not run, and makes it the current connection. */
  startPractice: { input: z.object({ region: Region.default('au') }), output: ConnectionState },
  test: { input: ConnectInput.omit({ name: true }), output: ConnectionTest },
  /** Tests a connection with its saved credentials. Without an id: the current one. */
  testCurrent: { input: z.object({ id: z.string().optional() }), output: ConnectionTest },
  /** Saves the connection and makes it current, also without a passed test: the user may be offline. */
  connect: { input: ConnectInput, output: ConnectionState },
  select: { input: z.object({ id: z.string() }), output: ConnectionState },
  setRegion: { input: z.object({ region: Region }), output: ConnectionState },
  /** Shows the sightings and finds the customers of all connections and regions, or of the current one only. */
  setShowsAll: { input: z.object({ showsAll: z.boolean() }), output: ConnectionState },
  /** The defaults of the advanced settings. */
  advancedDefaults: { input: z.object({}), output: AdvancedSettings },
  /** Takes effect at the next call. Fails with `invalid-input` when two of the keys in `additional_fields` are the same. */
  setAdvanced: { input: AdvancedSettings.partial(), output: ConnectionState },
  rename: { input: z.object({ id: z.string(), name: z.string().trim().min(1).max(60) }), output: ConnectionState },
  /**
   * Another address for a connection. Its saved credentials are sent only to the server for which they were entered: another scheme,
   * host or port needs `credentials`, and fails with `invalid-input` without them. Unfinished uploads continue at the new address.
   */
  setAddress: {
    input: z.object({
      id: z.string(),
      baseUrl: z.string().trim().min(1).max(500),
      credentials: Credentials.optional(),
    }),
    output: ConnectionState,
  },
  /** New credentials for the current connection. They are checked when they are first used. */
  setCredentials: { input: Credentials, output: ConnectionState },
  /** The event `usage.changed` says when it changes. */
  usage: { input: z.object({ id: z.string() }), output: ConnectionUsage },
  onlyHere: { input: z.object({ id: z.string() }), output: OnlyHere },
  /**
   * Removes the connection, its credentials and its local data. Fails with `conflict` while it has unfinished
   * uploads.
   */
  forget: { input: z.object({ id: z.string() }), output: ConnectionState },
} as const
