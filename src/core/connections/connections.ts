import { randomUUID } from 'node:crypto'
import type { ConnectionState, Connection } from '../../contract/connections.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../events/announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { PracticeControls } from '../ports/host.ts'
import { errorFields } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import type { ActiveConnection, ConnectionAccess } from '../open-storage.ts'
import { createServiceEndpoints, type ServiceEndpointParts, type ServiceEndpoints } from './service-endpoints.ts'
import { createConnectionClients } from './connection-clients.ts'
import { createConnectionRows, type ConnectionRow, type ConnectionRows } from './connection-rows.ts'
import { connectionMessages } from './connection-messages.ts'
import { failNotConnected } from './connection-region.ts'
import { createConnectionSources } from './connection-sources.ts'
import type { CallsLeft } from '../service/calls-left.ts'
import { createConnectionUsage } from './connection-usage.ts'
import { createConnectionChanges } from './connection-changes.ts'
import { createCredentialVault, type CredentialVault } from './credential-vault.ts'
import { createRemovals } from './remove-rows.ts'

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
export type PracticeAccess = ReturnType<typeof practiceAccess>

export type Connections = DomainHandlers<'connections', AbortSignal> & {
  readonly access: ConnectionAccess
  /** The host names of the services of all connections. */
  serviceHosts(): readonly string[]
  readonly practising: PracticeAccess
  /** False also for a connection that does not exist. */
  isPractice(connectionId: string): boolean
  /** Whether the service cannot be reached. False also for a connection that is not in use: nothing is known about it. */
  isOffline(connectionId: string): boolean
  /** The calls that the service still accepts; null: it did not say. */
  callsLeft(connectionId: string): CallsLeft | null
  /** Starts practice when it is the connection in use, and ends removals that a former run did not end. */
  start(): void
  /** Calls a service that cannot be reached now, not after the usual time. */
  retryNow(): void
  close(): Promise<void>
}

/** The user's connections, the one in use, and a client for each. */
export function createConnections(parts: ConnectionsParts): Connections {
  const { database, clock, log, announcer, practice } = parts
  const rows = createConnectionRows(database)
  const credentialVault = createCredentialVault(parts.keychain, parts.memory, log)
  const endpoints = createServiceEndpoints({ ...parts, credentials: credentialVault })
  const usageLog = createConnectionUsage(database, clock, announcer)
  let starting: Promise<unknown> = Promise.resolve()
  const removals = createRemovals(database, rows, credentialVault)

  const currentRow = (): ConnectionRow | null => {
    const id = rows.currentId()
    return id === null ? null : rows.find(id)
  }

  const requireCurrent = (): ConnectionRow => currentRow() ?? failNotConnected()

  const clients = createConnectionClients(parts, { rows, endpoints, usageLog, currentRow })
  const { client, reachability } = clients
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

  const requireConnection = (id: string): ConnectionRow =>
    rows.find(id) ?? fail('not-found', connectionMessages.connectionRemoved)

  const changes = createConnectionChanges({
    database,
    clock,
    rows,
    makeCurrent,
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
    isOffline: (connectionId) => rows.currentId() === connectionId && reachability.current().reachability === 'offline',
    practising: practiceAccess({ rows, endpoints, requireCurrent, checkNow: clients.checkNow }),
    start() {
      const row = currentRow()
      if (row?.kind === 'practice') starting = endpoints.forConnection(row)
      for (const removed of rows.removed()) {
        removals
          .finish(removed)
          .catch((error: unknown) => log.write('error', 'connections.removal-failed', errorFields(error)))
      }
    },
    retryNow: reachability.retryNow,
    async close() {
      usageLog.close()
      await removals.close()
      await reachability.close()
      await starting
    },
    state,
    async startPractice({ region }) {
      const known = rows.all().find((row) => row.kind === 'practice')
      const row: ConnectionRow = { ...(known ?? newPractice(clock.now())), region }
      const started = await endpoints.forConnection(row)
      if (!started.ok)
        fail('service-down', started.error.failure.message, { next: connectionMessages.practiceNotStarted.next })
      database.transaction(() => {
        rows.save(row)
        makeCurrent(row.id)
      })
      return changed()
    },
    test: clients.testEntered,
    testCurrent: async ({ id }, signal) =>
      clients.test(id === undefined ? requireCurrent() : requireConnection(id), signal),
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
      await removals.finish(row)
      return changed()
    },
  }
}

const toActive = ({ id, region, advanced }: ConnectionRow): ActiveConnection => ({ id, region, advanced })

const newPractice = (now: Date): Omit<ConnectionRow, 'region'> => ({
  id: randomUUID(),
  name: 'Practice',
  kind: 'practice',
  baseUrl: '',
  scheme: 'api-key',
  advanced: defaultAdvanced,
  createdAt: now.toISOString(),
  credentialsIn: 'memory',
})

interface PracticeParts {
  readonly rows: ConnectionRows
  readonly endpoints: ServiceEndpoints
  requireCurrent(): ConnectionRow
  checkNow(signal: AbortSignal): Promise<void>
}

const practiceAccess = ({ rows, endpoints, requireCurrent, checkNow }: PracticeParts) => ({
  /** The connection in use; throws `invalid-input` when it is not practice. */
  active(): ActiveConnection {
    const row = requireCurrent()
    if (row.kind !== 'practice') fail('invalid-input', connectionMessages.notPractice(row.name))
    return toActive(row)
  },
  /** The controls of the running service; throws `service-down` when it cannot be started. */
  async controls(): Promise<PracticeControls> {
    const running = await endpoints.practice()
    return running.ok
      ? running.value
      : fail('service-down', running.error.failure.message, { next: connectionMessages.practiceNotStarted.next })
  },
  openUploads: (connectionId: string): number => rows.openUploads(connectionId),
  /** Stops the service and deletes its data. At the next call it starts with new keys. */
  erase: (): Promise<void> => endpoints.erasePractice(),
  /** Makes one short call, so that the reachability shown is current. */
  checkNow,
})

/** The connections as the window gets them, with where their credentials are. */
function createConnectionState(
  rows: ConnectionRows,
  credentialVault: CredentialVault,
  more: () => Omit<ConnectionState, 'connections' | 'current'>,
) {
  /** Whether a connection has credentials, if known. A keychain is slow, and may ask the user at each access. */
  const hasCredentials = new Map<string, boolean>()

  const credentialsOf = async (row: ConnectionRow): Promise<Connection['credentials']> => {
    if (row.kind === 'practice') return 'kept'
    const place = row.credentialsIn === 'keychain' ? 'kept' : 'this-session'
    const known = hasCredentials.get(row.id)
    if (known !== undefined) return known ? place : 'missing'
    const { state: found } = await credentialVault.get(row.id, row.scheme, row.credentialsIn)
    // A locked keychain may still have them: it is read again when it is open.
    if (found === 'unavailable') return place
    hasCredentials.set(row.id, found === 'found')
    return found === 'found' ? place : 'missing'
  }

  const show = async (row: ConnectionRow): Promise<Connection> => {
    const { credentialsIn: _place, ...rest } = row
    return { ...rest, credentials: await credentialsOf(row) }
  }

  return {
    async state(): Promise<ConnectionState> {
      const connections = await Promise.all(rows.all().map(show))
      const id = rows.currentId()
      return { connections, current: connections.find((each) => each.id === id) ?? null, ...more() }
    },
    /** Call when the credentials of a connection were changed or removed. */
    forgetCredentials: (connectionId: string): void => void hasCredentials.delete(connectionId),
  }
}
