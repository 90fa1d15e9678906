import { randomUUID } from 'node:crypto'
import type { ConnectionState, ConnectionTest } from '../../contract/connections.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../events/announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { PracticeControls } from '../ports/host.ts'
import { errorFields } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { readServiceAddress } from '../service/service-address.ts'
import type { Answer, CallOptions, ServiceClient } from '../service/service-client.ts'
import { probeFailure } from '../service/service-failures.ts'
import type { ActiveConnection, ConnectionAccess } from '../open-storage.ts'
import {
  createServiceEndpoints,
  notReached,
  type ClientTarget,
  type ServiceEndpoint,
  type ServiceEndpointParts,
} from './service-endpoints.ts'
import { createConnectionRows, type ConnectionRow } from './connection-rows.ts'
import { connectionMessages } from './connection-messages.ts'
import { failNotConnected } from './connection-region.ts'
import { createConnectionSources } from './connection-sources.ts'
import { createConnectionState } from './connection-state.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import { createConnectionUsage } from './connection-usage.ts'
import { createConnectionChanges } from './connection-changes.ts'
import { judgeConnection } from './connection-test.ts'
import { checkSendable, createCredentialVault } from './credential-vault.ts'
import { monitorReachability } from './reachability.ts'
import { removeRows } from './remove-rows.ts'

export interface ConnectionsParts extends Omit<ServiceEndpointParts, 'credentials'> {
  readonly database: Database
  readonly announcer: Announcer
  /** Null when the user chose to store nothing. */
  readonly keychain: Vault | null
  /** For credentials that the keychain does not accept: gone when the program ends. */
  readonly memory: Vault
  /** Called when a connection has new credentials or another address. */
  readonly onCredentials?: (connectionId: string) => void
  /** Called when the records of a connection are read in another way from now on. */
  readonly onReadingChanged?: (connectionId: string) => void
}

/** The connections as the practice panel uses them. */
export interface PracticeAccess {
  /** The connection in use; throws `invalid-input` when it is not practice. */
  active(): ActiveConnection
  /** The controls of the running service; throws `service-down` when it cannot be started. */
  controls(): Promise<PracticeControls>
  openUploads(connectionId: string): number
  /** Stops the service and deletes its data. At the next call it starts with new keys. */
  erase(): Promise<void>
  /** Makes one short call, so that the reachability shown is current. */
  checkNow(signal: AbortSignal): Promise<void>
}

export type Connections = DomainHandlers<'connections', AbortSignal> & {
  readonly access: ConnectionAccess
  /** The host names of the services of all connections. */
  serviceHosts(): readonly string[]
  readonly practising: PracticeAccess
  /** False also for a connection that does not exist. */
  isPractice(connectionId: string): boolean
  /** The calls that the service still accepts; null: it did not say. */
  callsLeft(connectionId: string): CallsLeft | null
  /** Starts practice when it is the connection in use, and ends removals that a former run did not end. */
  start(): void
  /** Calls a service that cannot be reached now, not after the usual time. */
  retryNow(): void
  close(): Promise<void>
}

/** A test must answer while the user waits. */
const testTimeoutMs = 15_000

/** One attempt while the user waits. */
const oneAttempt = (signal: AbortSignal): CallOptions => ({ signal, timeoutMs: testTimeoutMs, attempts: 1 })

/** The user's connections, the one in use, and a client for each. */
export function createConnections(parts: ConnectionsParts): Connections {
  const { database, clock, log, announcer, practice } = parts
  const rows = createConnectionRows(database)
  const credentialVault = createCredentialVault(parts.keychain, parts.memory, log)
  const endpoints = createServiceEndpoints({ ...parts, credentials: credentialVault })
  const usageLog = createConnectionUsage(database, clock, announcer)
  let starting: Promise<unknown> = Promise.resolve()
  const closing = new AbortController()
  const removals = new Set<Promise<void>>()

  const currentRow = (): ConnectionRow | null => {
    const id = rows.currentId()
    return id === null ? null : rows.find(id)
  }

  const requireCurrent = (): ConnectionRow => currentRow() ?? failNotConnected()

  /** Makes one short call of the connection in use. Its outcome updates the reachability. */
  const checkNow = async (signal: AbortSignal): Promise<void> => {
    const row = currentRow()
    const answer = row && (await client(row.id, row.region))
    if (answer?.ok) await answer.value.listCustomers({ offset: 0, limit: 1 }, oneAttempt(signal))
  }

  const reachability = monitorReachability({
    clock,
    log,
    onChanged: () => announcer.announce('connections.changed'),
    call: checkNow,
  })

  const recordOutcome = (connectionId: string, failure: FailureKind | null): void => {
    if (rows.currentId() === connectionId) reachability.recordOutcome(failure)
  }

  const targetOf = (row: ConnectionRow, region: Region): ClientTarget => ({
    region,
    advanced: row.advanced,
    onOutcome: (failure) => recordOutcome(row.id, failure),
    onCallsLeft: (callsLeft) => usageLog.saveCallsLeft(row.id, callsLeft),
  })

  const client = async (connectionId: string, region: Region): Promise<Answer<ServiceClient>> => {
    const row = rows.find(connectionId)
    if (!row) {
      return notReached('sign-in-required', connectionMessages.connectionRemoved, connectionMessages.connectAgain)
    }
    const endpoint = await endpoints.forConnection(row)
    if (endpoint.ok) return { ok: true, value: endpoints.client(endpoint.value, targetOf(row, region)) }
    recordOutcome(connectionId, endpoint.error.failure.kind)
    return endpoint
  }

  const sources = createConnectionSources(database, rows, currentRow)
  const { state, forgetCredentials } = createConnectionState(rows, credentialVault, () => ({
    ...reachability.current(),
    sources: [...sources.known()],
    showsAll: sources.showsAll(),
  }))

  const changed = (): Promise<ConnectionState> => {
    announcer.announce('connections.changed')
    return state()
  }

  const makeCurrent = (id: string | null): void => {
    if (rows.currentId() !== id) reachability.reset()
    rows.setCurrent(id)
  }

  /** Removes what is stored for a connection that is marked as removed. Ends early when the program closes. */
  const finishRemoval = (row: ConnectionRow): Promise<void> => {
    const finish = async (): Promise<void> => {
      if (row.kind === 'account') await credentialVault.remove(row.id)
      if (await removeRows(database, row.id, closing.signal)) rows.remove(row.id)
    }
    const removal = finish().finally(() => removals.delete(removal))
    removals.add(removal)
    return removal
  }

  const test = async (
    endpoint: ServiceEndpoint,
    target: ClientTarget,
    isEntered: boolean,
    signal: AbortSignal,
  ): Promise<ConnectionTest> => {
    const answer = await endpoints.client(endpoint, target).listCustomers({ offset: 0, limit: 1 }, oneAttempt(signal))
    const judged = answer.ok ? answer : { ok: false as const, error: probeFailure(answer.error, isEntered) }
    return judgeConnection(judged, endpoint.baseUrl.startsWith('https:'))
  }

  const requireConnection = (id: string): ConnectionRow =>
    rows.find(id) ?? fail('not-found', connectionMessages.connectionRemoved)

  const changes = createConnectionChanges({
    rows,
    credentialVault,
    requireCurrent,
    requireConnection,
    forgetEndpoint: endpoints.forget,
    handleNewSignIn(connectionId) {
      endpoints.forget(connectionId)
      usageLog.forgetCallsLeft(connectionId)
      forgetCredentials(connectionId)
      if (rows.currentId() === connectionId) reachability.reset()
      parts.onCredentials?.(connectionId)
    },
    setShowsAll: sources.setShowsAll,
    handleNewReading: (connectionId) => parts.onReadingChanged?.(connectionId),
    changed,
  })

  return {
    access: {
      active: () => {
        const row = currentRow()
        return row && toActive(row)
      },
      find: (connectionId) => {
        const row = rows.find(connectionId)
        return row && toActive(row)
      },
      client,
      inUse: sources.inUse,
      known: sources.known,
    },
    serviceHosts: () => rows.all().flatMap(({ baseUrl }) => URL.parse(baseUrl)?.hostname ?? []),
    isPractice: (connectionId) => rows.find(connectionId)?.kind === 'practice',
    practising: {
      active() {
        const row = requireCurrent()
        if (row.kind !== 'practice') fail('invalid-input', connectionMessages.notPractice(row.name))
        return toActive(row)
      },
      async controls() {
        const running = await endpoints.practice()
        return running.ok
          ? running.value
          : fail('service-down', running.error.failure.message, { next: connectionMessages.practiceNotStarted.next })
      },
      openUploads: (connectionId) => rows.openUploads(connectionId),
      erase: () => endpoints.erasePractice(),
      checkNow,
    },
    start() {
      const row = currentRow()
      if (row?.kind === 'practice') starting = endpoints.forConnection(row)
      for (const removed of rows.removed()) {
        finishRemoval(removed).catch((error: unknown) =>
          log.write('error', 'connections.removal-failed', errorFields(error)),
        )
      }
    },
    retryNow: reachability.retryNow,
    async close() {
      usageLog.close()
      closing.abort()
      await Promise.allSettled(removals)
      await reachability.close()
      await starting
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
      const started = await endpoints.forConnection(row)
      if (!started.ok)
        fail('service-down', started.error.failure.message, { next: connectionMessages.practiceNotStarted.next })
      database.transaction(() => {
        rows.save(row)
        makeCurrent(row.id)
      })
      return changed()
    },
    async test({ baseUrl, region, credentials }, signal) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) return judgeConnection(notReached('wrong-address', address.reason, address.next), true)
      checkSendable(credentials)
      // A test of new credentials does not change the reachability of the connection in use.
      const target: ClientTarget = { region, advanced: defaultAdvanced, onOutcome: () => undefined }
      return test(
        endpoints.forCredentials(address.url, credentials, defaultAdvanced.tokenMarginSeconds),
        target,
        true,
        signal,
      )
    },
    async testCurrent({ id }, signal) {
      const row = id === undefined ? requireCurrent() : requireConnection(id)
      const endpoint = await endpoints.forConnection(row)
      return endpoint.ok
        ? test(endpoint.value, targetOf(row, row.region), false, signal)
        : judgeConnection(endpoint, true)
    },
    async connect({ name, baseUrl, region, credentials }) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) fail('wrong-address', address.reason, { next: address.next })
      const id = randomUUID()
      const credentialsIn = await credentialVault.put(id, credentials)
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
      const row = requireConnection(id)
      makeCurrent(row.id)
      if (row.kind === 'practice') starting = endpoints.forConnection(row)
      return changed()
    },
    ...changes,
    advancedDefaults: async () => defaultAdvanced,
    usage: async ({ id }) => usageLog.usage(requireConnection(id).id),
    callsLeft: (connectionId) => usageLog.usage(connectionId).callsLeft,
    onlyHere: async ({ id }) => rows.onlyHere(requireConnection(id).id),

    async forget({ id }) {
      const row = requireConnection(id)
      const open = rows.openUploads(id)
      if (open > 0) {
        fail('conflict', connectionMessages.uploadsInProgress.message(row.name, open), {
          next: connectionMessages.uploadsInProgress.next,
        })
      }
      database.transaction(() => {
        rows.markRemoved(id)
        if (rows.currentId() === id) makeCurrent(rows.all()[0]?.id ?? null)
      })
      endpoints.forget(id)
      forgetCredentials(id)
      announcer.announce('connections.changed')
      if (row.kind === 'practice') await practice.stop()
      await finishRemoval(row)
      return changed()
    },
  }
}

const toActive = ({ id, region, advanced }: ConnectionRow): ActiveConnection => ({ id, region, advanced })
