import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionState, Credentials, Reachability } from '../../contract/connections.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import { defaultAdvanced } from '../assumptions.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../events.ts'
import { fail } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Fetch, Practice } from '../ports/host.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { createAuthoriser, type Authoriser } from '../service/authoriser.ts'
import { createServiceClient } from '../service/create-service-client.ts'
import { readServiceAddress } from '../service/service-address.ts'
import type { Answer, CallOptions, ServiceClient } from '../service/service-client.ts'
import type { ActiveConnection, ConnectionAccess } from '../session.ts'
import { createConnectionRows, type ConnectionRow } from './connection-rows.ts'
import { judgeConnection } from './connection-test.ts'
import { checkSendable, createCredentialStore } from './credential-store.ts'
import { reachabilityAfter } from './reachability.ts'

export interface ConnectionsParts {
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  readonly announcer: Announcer
  readonly fetch: Fetch
  /** Null where she chose to keep nothing. */
  readonly keychain: Vault | null
  /** Where credentials go that no keychain takes: gone when the program ends. */
  readonly memory: Vault
  readonly practice: Practice
  /** Where practice remembers: the data folder and a key of its own; null for memory. */
  readonly practicePlace: { readonly folder: string; readonly storeKey: string } | null
}

export type Connections = DomainHandlers<'connections', AbortSignal> & {
  readonly access: ConnectionAccess
  /** Starts practice when it is what she worked with last. */
  start(): void
  close(): Promise<void>
}

/** What a call needs: where to, and as whom. One for all clients of a connection, so that they share one token. */
interface Route {
  readonly baseUrl: string
  readonly authoriser: Authoriser
}

/** A test answers while she waits. */
const testTimeoutMs = 15_000

/** How often a service that could not be reached is tried again, so that "offline" goes away without anybody doing anything. */
const lookAgainMs = 30_000

/** The connections she has, the one in use, and the way from each to a client. */
export function createConnections(parts: ConnectionsParts): Connections {
  const { database, clock, log, announcer, practice } = parts
  const rows = createConnectionRows(database)
  const credentialStore = createCredentialStore(parts.keychain, parts.memory, log)
  const routes = new Map<string, Promise<Answer<Route>>>()
  const closing = new AbortController()
  let practising: Route | null = null
  let looking: Promise<void> | null = null
  let reachability: Reachability = 'unknown'
  let lastAnswerAt: string | null = null
  let starting: Promise<unknown> = Promise.resolve()

  const regionCode = (region: Region, malaysia: string): string => (region === 'my' ? malaysia : region)

  const currentRow = (): ConnectionRow | null => {
    const id = rows.currentId()
    return id === null ? null : rows.find(id)
  }

  const neededCurrent = (): ConnectionRow =>
    currentRow() ??
    fail('invalid-input', 'Forecourt is not connected yet.', {
      next: 'Connect your account, or try it with practice data.',
    })

  const heard = (connectionId: string, failure: FailureKind | null): void => {
    if (rows.currentId() !== connectionId) return
    const next = reachabilityAfter(failure)
    if (next === null) return
    if (next === 'online') lastAnswerAt = clock.now().toISOString()
    if (next === reachability) return
    reachability = next
    announcer.announce('connections.changed')
    if (isAway()) looking ??= lookAgain()
  }

  const isAway = (): boolean => reachability === 'offline' || reachability === 'service-down'

  /** Until the service is back, the program ends, or she turns to another connection. */
  const lookAgain = async (): Promise<void> => {
    try {
      while (isAway()) {
        await clock.sleep(lookAgainMs, closing.signal)
        const row = currentRow()
        const answer = row && isAway() ? await client(row.id, row.region) : null
        if (answer?.ok) await answer.value.listCustomers({ offset: 0, limit: 1 }, quickly(closing.signal))
      }
    } catch (error) {
      if (!closing.signal.aborted) log.write('error', 'connections.not-watched', errorFields(error))
    } finally {
      looking = null
    }
  }

  const practiceRoute = async (): Promise<Answer<Route>> => {
    try {
      const { url, apiKey } = await practice.start({
        folder: parts.practicePlace?.folder ?? null,
        storeKey: parts.practicePlace?.storeKey ?? null,
      })
      if (practising?.baseUrl !== url) practising = route(url, { scheme: 'api-key', apiKey })
      return { ok: true, value: practising }
    } catch (error) {
      log.write('error', 'practice.notStarted', errorFields(error))
      return failed('service-down', 'The practice service on this PC could not be started.', 'Try again.')
    }
  }

  const route = (baseUrl: string, credentials: Credentials): Route => ({
    baseUrl,
    authoriser: createAuthoriser({ baseUrl, credentials, fetch: parts.fetch, clock, log }),
  })

  const accountRoute = async (row: ConnectionRow): Promise<Answer<Route>> => {
    const answer = await credentialStore.get(row.id, row.scheme, row.credentialsIn)
    switch (answer.state) {
      case 'found':
        return { ok: true, value: route(row.baseUrl, answer.credentials) }
      case 'missing':
        return failed(
          'sign-in-required',
          `The sign-in of “${row.name}” is not on this PC any more.`,
          'Enter the key, or the client id and secret, again.',
        )
      case 'unavailable':
        return failed('vault-unreadable', answer.reason, 'Unlock the keychain and try again.')
    }
  }

  const routeOf = (row: ConnectionRow): Promise<Answer<Route>> => {
    // Practice is asked each time: it answers with the address that it has now.
    if (row.kind === 'practice') return practiceRoute()
    const known = routes.get(row.id)
    if (known) return known
    const making = accountRoute(row)
    routes.set(row.id, making)
    // What was missing or locked is looked for again at the next call.
    const forgetFailed = (): void => {
      if (routes.get(row.id) === making) routes.delete(row.id)
    }
    void making.then((made) => (made.ok ? undefined : forgetFailed()), forgetFailed)
    return making
  }

  const clientOver = (
    taken: Route,
    region: Region,
    malaysia: string,
    onOutcome: (kind: FailureKind | null) => void,
  ): ServiceClient =>
    createServiceClient({
      baseUrl: taken.baseUrl,
      region,
      regionCode: regionCode(region, malaysia),
      authoriser: taken.authoriser,
      fetch: parts.fetch,
      clock,
      log,
      onOutcome,
    })

  const client = async (connectionId: string, region: Region): Promise<Answer<ServiceClient>> => {
    const row = rows.find(connectionId)
    if (!row)
      return failed('sign-in-required', 'This connection is no longer on this PC.', 'Connect the account again.')
    const taken = await routeOf(row)
    if (!taken.ok) {
      heard(connectionId, taken.error.failure.kind)
      return taken
    }
    const onOutcome = (kind: FailureKind | null): void => heard(connectionId, kind)
    return { ok: true, value: clientOver(taken.value, region, row.advanced.malaysiaRegionCode, onOutcome) }
  }

  const shown = async (row: ConnectionRow): Promise<Connection> => {
    const { credentialsIn, ...rest } = row
    if (row.kind === 'practice') return { ...rest, credentials: 'kept' }
    const answer = await credentialStore.get(row.id, row.scheme, credentialsIn)
    // A keychain that is locked just now still has them.
    const isThere = answer.state === 'found' || (answer.state === 'unavailable' && credentialsIn === 'keychain')
    return { ...rest, credentials: isThere ? (credentialsIn === 'keychain' ? 'kept' : 'this-session') : 'missing' }
  }

  const state = async (): Promise<ConnectionState> => {
    const connections = await Promise.all(rows.all().map(shown))
    const id = rows.currentId()
    return { connections, current: connections.find((each) => each.id === id) ?? null, reachability, lastAnswerAt }
  }

  const changed = (): Promise<ConnectionState> => {
    announcer.announce('connections.changed')
    return state()
  }

  const makeCurrent = (id: string | null): void => {
    if (rows.currentId() !== id) {
      reachability = 'unknown'
      lastAnswerAt = null
    }
    rows.setCurrent(id)
  }

  const test = async (
    taken: Route,
    region: Region,
    malaysia: string,
    signal: AbortSignal,
    hear: (kind: FailureKind | null) => void,
  ) => {
    const answer = await clientOver(taken, region, malaysia, hear).listCustomers(
      { offset: 0, limit: 1 },
      quickly(signal),
    )
    return judgeConnection(answer, taken.baseUrl.startsWith('https:'))
  }

  const access: ConnectionAccess = {
    active: () => active(neededCurrent()),
    find: (connectionId) => {
      const row = rows.find(connectionId)
      return row && active(row)
    },
    client,
  }

  return {
    access,
    start() {
      const row = currentRow()
      if (row?.kind === 'practice') starting = routeOf(row)
    },
    async close() {
      closing.abort(new Error('Forecourt is closing'))
      await Promise.all([starting, looking])
      routes.clear()
    },
    state,
    async startPractice({ region }) {
      const known = rows.all().find((row) => row.kind === 'practice')
      const row: ConnectionRow = known
        ? { ...known, region }
        : {
            id: randomUUID(),
            name: 'Practice',
            kind: 'practice',
            baseUrl: '',
            scheme: 'api-key',
            region,
            advanced: defaultAdvanced,
            createdAt: clock.now().toISOString(),
            credentialsIn: 'memory',
          }
      const started = await routeOf(row)
      if (!started.ok) fail('service-down', started.error.failure.message, { next: 'Try again.' })
      database.transaction(() => {
        rows.save(row)
        makeCurrent(row.id)
      })
      return changed()
    },
    async test({ baseUrl, region, credentials }, signal) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) {
        return judgeConnection(failed('wrong-address', address.reason, address.next), true)
      }
      checkSendable(credentials)
      return test(route(address.url, credentials), region, defaultAdvanced.malaysiaRegionCode, signal, () => undefined)
    },
    async testCurrent(_input, signal) {
      const row = neededCurrent()
      const taken = await routeOf(row)
      if (!taken.ok) return judgeConnection(taken, true)
      const hear = (kind: FailureKind | null): void => heard(row.id, kind)
      return test(taken.value, row.region, row.advanced.malaysiaRegionCode, signal, hear)
    },
    async connect({ name, baseUrl, region, credentials }) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) fail('wrong-address', address.reason, { next: address.next })
      const id = randomUUID()
      const credentialsIn = await credentialStore.put(id, credentials)
      database.transaction(() => {
        rows.save({
          id,
          name: name || new URL(address.url).hostname,
          kind: 'account',
          baseUrl: address.url,
          scheme: credentials.scheme,
          region,
          advanced: defaultAdvanced,
          createdAt: clock.now().toISOString(),
          credentialsIn,
        })
        makeCurrent(id)
      })
      return changed()
    },
    async select({ id }) {
      const row = rows.find(id) ?? fail('not-found', 'This connection is no longer on this PC.')
      makeCurrent(row.id)
      if (row.kind === 'practice') starting = routeOf(row)
      return changed()
    },
    async setRegion({ region }) {
      rows.save({ ...neededCurrent(), region })
      return changed()
    },
    async setAdvanced(settings) {
      const row = neededCurrent()
      rows.save({ ...row, advanced: { ...row.advanced, ...settings } })
      return changed()
    },
    async setCredentials(credentials) {
      const row = neededCurrent()
      if (row.kind === 'practice') fail('invalid-input', 'Practice needs no sign-in.')
      const credentialsIn = await credentialStore.put(row.id, credentials)
      routes.delete(row.id)
      rows.save({ ...row, scheme: credentials.scheme, credentialsIn })
      reachability = 'unknown'
      return changed()
    },
    async forget({ id }) {
      const row = rows.find(id) ?? fail('not-found', 'This connection is no longer on this PC.')
      const open = rows.openUploads(id)
      if (open > 0) {
        fail('conflict', `“${row.name}” still has ${open === 1 ? 'an upload' : `${open} uploads`} under way.`, {
          next: 'Wait for the end, or cancel it first.',
        })
      }
      const wasCurrent = rows.currentId() === id
      rows.remove(id)
      routes.delete(id)
      if (wasCurrent) makeCurrent(rows.all()[0]?.id ?? null)
      if (row.kind === 'practice') await practice.stop()
      else await credentialStore.remove(id)
      return changed()
    },
  }
}

/** One try, answered while somebody waits. */
const quickly = (signal: AbortSignal): CallOptions => ({ signal, timeoutMs: testTimeoutMs, attempts: 1 })

const active = ({ id, region, advanced }: ConnectionRow): ActiveConnection => ({ id, region, advanced })

const failed = (kind: FailureKind, message: string, next: string): Answer<never> => ({
  ok: false,
  error: { failure: { kind, message, next }, certainty: 'not-sent', status: null, retryAfterMs: null },
})
